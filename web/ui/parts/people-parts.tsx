import { MapPin } from 'lucide-react'
import { Avatar, AvatarStack } from '../avatar.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { CourtArt } from '../court-art.tsx'
import { DateBadge, IconBadge } from '../date-badge.tsx'
import { Progress } from '../progress.tsx'
import { Seats } from '../seats.tsx'
import { PartRow, PartSection } from './part-section.tsx'
import { people } from './sample-people.ts'

const [dana, jun, , , priya] = people

const longName = { id: 'very-long', name: 'Maximiliana Konstantinopoulou-Featherstonehaugh de la Fuente' }

export function PeopleParts() {
  return (
    <PartSection title="People and seats" intro="People are faces, and seats are dots. Your seat is yellow.">
      <PartRow className="gap-4">
        <Avatar face={dana} size={64} />
        <Avatar face={jun} size={44} isOnline />
        <Avatar face={priya} />
        <Avatar face={longName} size={28} />
        <AvatarStack faces={[...people]} />
        <AvatarStack faces={[...people]} total={31} max={5} />
      </PartRow>
      <div className="grid gap-3">
        {(
          [
            ['Two seats left', { taken: 9, ownSeats: 1, open: 2 }],
            ['Full, three waiting', { taken: 14, open: 0, waiting: 3 }],
            ['You and two guests', { taken: 3, ownSeats: 3, open: 6 }],
            ['A big game', { taken: 112, ownSeats: 2, open: 46 }],
          ] as const
        ).map(([label, counts]) => (
          <div key={label} className="grid items-center gap-x-6 gap-y-1 sm:grid-cols-[10rem_1fr]">
            <span className="text-small text-soft">{label}</span>
            <Seats {...counts} />
          </div>
        ))}
      </div>
      <EventParts />
    </PartSection>
  )
}

function EventParts() {
  return (
    <div className="grid items-start gap-8 md:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid gap-4.5">
        <CourtArt activity="pickleball" seed="demo-open-play" className="h-44 w-full rounded-cover sm:h-56" />
        <div className="grid gap-4 border-y border-line py-4.5">
          <div className="flex items-center gap-3">
            <DateBadge date="2026-11-21" locale="en-US" />
            <div>
              <p className="font-strong">Saturday, 7:00 to 9:00 AM</p>
              <p className="text-small text-soft">Austin time, an hour ahead of yours</p>
            </div>
          </div>
          <div className="flex items-center gap-3">
            <IconBadge>
              <MapPin size={22} />
            </IconBadge>
            <div>
              <p className="font-strong">Northside Courts, 3 and 4</p>
              <p className="text-small text-soft">Lights, water, parking · about 2 miles from you</p>
            </div>
          </div>
        </div>
      </div>
      <div className="grid gap-5">
        <Card isRaised className="grid gap-3.5 p-5.5">
          <div className="flex items-baseline justify-between">
            <span className="text-[22px] leading-none font-strong">Free</span>
            <span className="text-small font-semibold text-warn">2 seats left</span>
          </div>
          <Seats taken={9} ownSeats={1} open={2} />
          <Button variant="primary">Join</Button>
          <Button>Bring a guest</Button>
          <p className="border-t border-line pt-3.5 text-small text-soft">
            If you cannot come, leave by Friday 7 PM. After that, the hosts see that you left late.
          </p>
        </Card>
        <Card className="p-4">
          <Progress label="Two things left to set up" value={60} valueText="3 of 5" />
        </Card>
      </div>
    </div>
  )
}
