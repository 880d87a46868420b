import { activitiesByName } from '../../domain/activities.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { pageFrame } from '../ui/page-frame.tsx'

/** Everything people play here, each on its own court. */
export default function ActivityWall() {
  return (
    <section className={pageFrame(1200, 'mt-20')} aria-labelledby="whatever">
      <h2 id="whatever" className="text-[1.75rem]">
        Whatever you play
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
