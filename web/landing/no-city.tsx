import { LinkButton } from '../ui/button.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { gamesNearTitle } from './games-near-loading.tsx'

/** Stands in the place of the games, for a first visit from a place that is no US city, or that nobody can guess. */
export const NoCity = () => (
  <section aria-labelledby="no-city" className={pageFrame('wide', 'mt-16')}>
    <h2 id="no-city" className={gamesNearTitle}>
      Games near you
    </h2>
    <p className="-mt-2 text-soft">We do not know your city yet. Type it above to see its games, or look at games everywhere.</p>
    <LinkButton to="/discover" className="mt-4">
      Games everywhere
    </LinkButton>
  </section>
)
