import type { City } from '../../domain/cities/contract.ts'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, SkeletonRow } from '../ui/skeleton.tsx'

export const gamesNearClasses = pageFrame('wide', 'mt-16 grid gap-x-10 lg:grid-cols-2')

export const gamesNearTitle = 'mb-4 text-[1.75rem] lg:col-span-2'

/** Says where the city comes from, if the visitor has not chosen it. */
export function GuessNote({ isGuess }: { isGuess: boolean }) {
  if (!isGuess) return null
  return <p className="-mt-3 mb-4 text-small text-soft lg:col-span-2">We guess this city from your connection. Choose another one above.</p>
}

/** Placeholders with the same height as the games, so that the page does not jump when they arrive. */
export function GamesNearLoading({ city, isGuess }: { city: City; isGuess: boolean }) {
  return (
    <section className={gamesNearClasses}>
      <h2 className={gamesNearTitle}>Games near {city.name}</h2>
      <GuessNote isGuess={isGuess} />
      <Loading label="Looking for games" className="contents">
        <SkeletonRow />
        <SkeletonRow />
      </Loading>
    </section>
  )
}
