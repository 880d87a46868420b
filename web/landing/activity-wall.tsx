import { Link } from 'react-router'
import { activitiesByName } from '../../domain/activities.ts'
import type { City } from '../../domain/cities/contract.ts'
import { gamesPath } from '../../domain/discover/name-games.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { pageFrame } from '../ui/page-frame.tsx'

/** All activities, each with its court art. Each leads to its games, near the city if there is one. */
export default function ActivityWall({ city }: { city: City | null }) {
  return (
    <section className={pageFrame('wide', 'mt-20')} aria-labelledby="all-activities">
      <h2 id="all-activities" className="text-[1.75rem]">
        All activities
      </h2>
      <ul className="mt-6 grid grid-cols-3 gap-x-3 gap-y-5 sm:grid-cols-5 lg:grid-cols-8">
        {activitiesByName().map(({ id, label }) => (
          <li key={id}>
            <Link to={gamesPath(id, city?.id ?? null)} className="group grid min-h-11 gap-1.5 rounded-thumb">
              <CourtArt activity={id} seed={id} className="h-18 w-full overflow-hidden rounded-thumb sm:h-21" />
              <span className="text-small font-medium group-hover:underline">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
