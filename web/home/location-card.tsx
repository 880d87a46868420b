import { Link } from 'react-router'
import type { ActivityId } from '../../domain/activities.ts'
import type { City } from '../../domain/cities/contract.ts'
import { homeRadiusMiles } from '../../domain/home/contract.ts'
import { Card } from '../ui/card.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { quietLink } from './home-section.tsx'

type LocationCardProps = { city: City | null | undefined; court: ActivityId }

/** The viewer's city, around which the home screen looks for games. */
export function LocationCard({ city, court }: LocationCardProps) {
  return (
    <Card className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-3.5 p-3">
      <div aria-hidden="true">
        <CourtArt activity={court} seed={`city-${city?.id ?? ''}`} className="block h-16 w-full overflow-hidden rounded-thumb" />
      </div>
      <div className="grid min-w-0">
        {city === undefined ? (
          <Skeleton className="my-1 h-4.5 w-32" />
        ) : (
          <p className="truncate font-strong">{city ? `${city.name}, ${city.state}` : 'Where do you play?'}</p>
        )}
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-small text-soft">
          {city === null ? 'We use your city to find games near you.' : `Games within ${homeRadiusMiles} miles`}
          <Link to="/settings?tab=general" className={`inline-flex min-h-11 items-center ${quietLink}`}>
            {city === null ? 'Set city' : 'Change city'}
          </Link>
        </p>
      </div>
    </Card>
  )
}
