import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { maxHomeList } from '../../domain/home/contract.ts'
import { PeopleLoading } from '../connections/person-row.tsx'
import { NearPlayerRow } from '../people/near-player-row.tsx'
import { nearPlayers } from '../people/queries.ts'
import { useNear } from '../ui/use-near.ts'
import { HomeSection, quietLink } from './home-section.tsx'
import { toHomeList } from './list-state.ts'

/** The last list of the page, so it loads when the user comes to it. Until then, empty rows keep its place. */
export function NearbyPlayers({ isInPlace }: { isInPlace: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box, { margin: '0px', isReady: isInPlace })
  const list = toHomeList(useQuery({ ...nearPlayers({ limit: maxHomeList }), enabled: isNear }), ({ players }) => players)
  return (
    <div ref={box}>
      <HomeSection
        title="Players near you"
        more={{ to: '/localconnect', label: 'See all players near you' }}
        list={list}
        loading={<PeopleLoading count={maxHomeList} />}
        empty={
          <p>
            Nobody near you plays your sports yet.{' '}
            <Link to="/settings?tab=sports" className={quietLink}>
              Add a sport
            </Link>{' '}
            you want to try.
          </p>
        }
      >
        {(players) => (
          <ul className="mt-1.5">
            {players.map((player) => (
              <NearPlayerRow key={player.person.id} player={player} isBrief />
            ))}
          </ul>
        )}
      </HomeSection>
    </div>
  )
}
