import { Link } from 'react-router'
import { gamesPath } from '../../domain/discover/name-games.ts'
import { pages } from '../../domain/pages.ts'
import { pageFrame } from '../ui/page-frame.tsx'

/** The largest US cities, with their ids at GeoNames. */
const cities = [
  { id: 5128581, name: 'New York City' },
  { id: 5368361, name: 'Los Angeles' },
  { id: 4887398, name: 'Chicago' },
  { id: 4699066, name: 'Houston' },
  { id: 4560349, name: 'Philadelphia' },
  { id: 5308655, name: 'Phoenix' },
  { id: 4726206, name: 'San Antonio' },
  { id: 5391811, name: 'San Diego' },
  { id: 4684888, name: 'Dallas' },
  { id: 4671654, name: 'Austin' },
] as const

/** Links to the games of large cities, for visitors and for search engines. */
export function BigCities() {
  return (
    <nav aria-labelledby="big-cities" className={pageFrame('wide', 'mt-20')}>
      <h2 id="big-cities" className="text-title">
        Games by city
      </h2>
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {cities.map(({ id, name }) => (
          <li key={id}>
            <Link to={gamesPath(null, id)} className="inline-flex min-h-11 items-center text-soft underline-offset-3 hover:underline">
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link to={`/${pages.citySearch.path}`} className="inline-flex min-h-11 items-center font-strong text-court hover:underline">
            Any other city
          </Link>
        </li>
      </ul>
    </nav>
  )
}
