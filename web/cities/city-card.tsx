import { Share2 } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import type { City } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { cityDiscoverPath } from '../../domain/discover/state.ts'
import { usStates } from '../../domain/us-states.ts'
import { shareLink } from '../share/share-link.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

export function CityCard({ city, headingRef }: { city: City; headingRef?: Ref<HTMLHeadingElement> }) {
  const share = () => shareLink({ title: cityLabel(city), url: `${location.origin}/discover/city-search?city=${city.id}` })
  return (
    <Card isRaised className="flex flex-wrap items-center justify-between gap-5 p-5.5">
      <div className="grid gap-1">
        <h2 ref={headingRef} tabIndex={-1} className="text-heading">
          {city.name}
        </h2>
        <p className="text-soft">{usStates[city.state]}</p>
        <p className="mt-2 flex items-baseline gap-2">
          <LocalTime timeZone={city.timeZone} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <LinkButton variant="primary" to={cityDiscoverPath(city)}>
          Games near {city.name}
        </LinkButton>
        <Button onClick={() => void share()}>
          <Share2 size={17} aria-hidden="true" /> Share
        </Button>
      </div>
    </Card>
  )
}

/** The current time in the city and the name of its time zone. */
function LocalTime({ timeZone }: { timeZone: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const time = now.toLocaleTimeString([], { timeZone, hour: 'numeric', minute: '2-digit' })
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(now)
    .find((part) => part.type === 'timeZoneName')
  return (
    <>
      <b className="text-title">{time}</b> <span className="text-small text-soft">local time, {zone?.value}</span>
    </>
  )
}

export function CityCardLoading() {
  return (
    <Loading label="Loading the city">
      <Card className="grid gap-3 p-5.5">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-4 w-28" />
        <Skeleton className="mt-2 h-5 w-64" />
      </Card>
    </Loading>
  )
}
