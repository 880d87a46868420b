import type { City } from '../../domain/cities/contract.ts'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, SkeletonRow } from '../ui/skeleton.tsx'

export const gamesNearClasses = pageFrame(1200, 'mt-16 grid gap-x-10 lg:grid-cols-2')

/** Placeholders with the same height as the games, so that the page does not jump when they arrive. */
export function GamesNearLoading({ city }: { city: City }) {
  return (
    <section className={gamesNearClasses}>
      <h2 className="mb-4 text-[1.75rem] lg:col-span-2">Games near {city.name}</h2>
      <Loading label="Looking for games" className="contents">
        <SkeletonRow />
        <SkeletonRow />
      </Loading>
    </section>
  )
}
