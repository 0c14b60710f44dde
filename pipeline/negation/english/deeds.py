"""Verbs of what somebody does: one can fail at it, or refuse it."""

from __future__ import annotations

# Verbs of what is done on purpose: one can fail at it, refuse it, stop it.
ACTIONS = frozenset(
    (
        "win reach pass finish complete solve repair fix find catch persuade convince stop prevent"
        " return arrive answer reply pay deliver open close lock qualify score meet achieve attract"
        " notice recognise recognize improve protect save rescue defend recover respond start"
        " attend provide keep sell publish secure obtain get make raise unite defeat capture"
        " conquer escape explain identify detect submit sign renew register build produce"
        " manufacture play perform sing dance write read teach study work travel visit walk run"
        " drive ride swim eat drink cook bake serve help support train compete fight attack destroy"
        " paint draw design develop create record release broadcast direct act appear join leave"
        " marry vote elect appoint hire employ promote graduate enrol enroll learn speak talk sign"
        " discuss negotiate trade export import buy rent lease operate run use offer accept collect"
        " gather grow plant harvest hunt fish move settle climb cross enter carry bring send post"
        " wear clean wash cut chop peel pour slice throw kick hit lead manage organise organize"
        " host celebrate found establish launch introduce invent discover explore translate edit"
        " maintain restore renovate demolish fund finance sponsor donate invest smoke practise"
        " practice preach pray worship protest strike demonstrate campaign investigate prosecute"
    ).split()
)
# What is sure to be done by somebody who could refuse it.
OF_WILL = frozenset(
    (
        "attend join sign pay accept answer reply return vote marry leave play perform sing sell"
        " publish release serve support help meet discuss negotiate support visit appear speak"
        " compete work teach study record direct defend train move settle enter wear"
    ).split()
)
