"""Nouns for what somebody or something is for a time: a town, a hotel, a player, a mayor."""

from __future__ import annotations

FORMER = frozenset(
    (
        "village town city hamlet suburb church castle bridge hotel hospital school museum"
        " library theatre prison factory monastery lighthouse stadium footballer cricketer swimmer"
        " boxer golfer cyclist wrestler gymnast player politician lawyer actor actress singer"
        " journalist diplomat member president minister director coach manager professor officer"
        " judge mayor senator club band company university college station bank airline party"
        " newspaper magazine province district municipality county capital champion airport"
        " railway organisation organization department agency association institution kingdom"
        " colony businessman businesswoman executive model skier sprinter rower tournament"
        " championship festival league competition venue market mine quarry mill farm fort"
        " fortress palace temple mosque synagogue abbey parish constituency settlement songwriter"
        " musician rapper composer guitarist drummer bassist pianist author novelist painter"
        " comedian dancer broadcaster presenter producer editor columnist teacher lecturer"
        " engineer nurse physician surgeon economist historian businessperson entrepreneur banker"
        " activist lobbyist ambassador bishop priest monk soldier sailor pilot astronaut"
        " goalkeeper defender midfielder striker pitcher catcher umpire referee jockey driver"
        " supplier manufacturer retailer brewery shipyard ship vessel locomotive subsidiary"
        " partner rival ally supporter opponent sponsor contestant consultant adviser advisor"
        " spokesman spokesperson spokeswoman commissioner councillor governor secretary treasurer"
        " provider distributor contributor official operator centre center hub base terminal depot"
        " resort stronghold destination organiser organizer volunteer delegate envoy"
        " representative speaker campaigner critic curator librarian archivist screenwriter"
        " playwright filmmaker cinematographer illustrator cartoonist animator designer programmer"
        " psychologist theologian sociologist anthropologist archaeologist zoologist ecologist"
        " statistician choreographer conductor organist violist cellist saxophonist trumpeter"
        " keyboardist blogger podcaster youtuber influencer restaurateur chef"
        " trustee fellow instructor researcher scientist chemist physicist biologist mathematician"
        " chairman leader head owner host captain seat headquarters home commander"
        " commune brand website project programme program franchise series show road"
        " street highway cemetery cinema restaurant cafe pub shop store mall arena theater facility"
        " laboratory institute academy convent orphanage courthouse windmill canal harbour harbor"
        " ferry tram nightclub studio label publisher journal channel charity foundation union"
        " alliance federation squadron battalion regiment brigade racehorse racecourse circuit"
        " estate plantation vineyard refinery pharmacy clinic hostel inn observatory barracks"
        " garrison outpost township borough diocese archdiocese embassy consulate contractor"
        " developer vendor wholesaler insurer blog podcast network"
    ).split()
)
# There is one of these at a time, so "the former" is somebody or something else.
OFFICES = frozenset(
    (
        "capital president minister director manager mayor chairman leader head owner host captain"
        " champion seat headquarters home commander governor coach secretary editor"
    ).split()
)
# A painter is one for life, and a skier who has stopped is still called a skier.
CALLINGS = frozenset(
    (
        "footballer cricketer swimmer boxer golfer cyclist wrestler gymnast player politician"
        " lawyer actor actress singer journalist diplomat businessman businesswoman executive model"
        " skier sprinter rower songwriter musician rapper composer guitarist drummer bassist"
        " pianist author novelist painter comedian dancer broadcaster presenter producer editor"
        " columnist teacher lecturer engineer nurse physician surgeon economist historian"
        " businessperson entrepreneur banker activist lobbyist bishop priest soldier sailor pilot"
        " astronaut goalkeeper defender midfielder striker pitcher catcher umpire referee jockey"
        " driver critic curator librarian archivist screenwriter playwright filmmaker"
        " cinematographer illustrator cartoonist animator designer programmer psychologist"
        " theologian sociologist anthropologist archaeologist zoologist ecologist statistician"
        " choreographer conductor organist violist cellist saxophonist trumpeter keyboardist"
        " blogger podcaster youtuber influencer restaurateur chef researcher scientist chemist"
        " physicist biologist mathematician developer campaigner speaker rival supporter"
    ).split()
)
