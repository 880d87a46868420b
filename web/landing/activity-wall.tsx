import { activitiesByName } from '../../domain/activities.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { pageFrame } from '../ui/page-frame.tsx'

/** All activities, each with its court art. */
export default function ActivityWall() {
  return (
    <section className={pageFrame(1200, 'mt-20')} aria-labelledby="all-activities">
      <h2 id="all-activities" className="text-[1.75rem]">
        All activities
      </h2>
      <ul className="mt-6 grid grid-cols-3 gap-x-3 gap-y-5 sm:grid-cols-5 lg:grid-cols-8">
        {activitiesByName().map(({ id, label }) => (
          <li key={id} className="grid gap-1.5">
            <CourtArt activity={id} seed={id} className="h-18 w-full overflow-hidden rounded-thumb sm:h-21" />
            <span className="text-small font-medium">{label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
