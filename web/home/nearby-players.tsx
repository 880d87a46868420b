import { Link } from 'react-router'
import type { NearPlayer } from '../../domain/people/contract.ts'
import { PeopleLoading } from '../connections/person-row.tsx'
import { NearPlayerRow } from '../people/near-player-row.tsx'
import { HomeSection, quietLink } from './home-section.tsx'
import type { HomeList } from './list-state.ts'

export function NearbyPlayers({ list }: { list: HomeList<NearPlayer> }) {
  return (
    <HomeSection
      title="Players near you"
      more={{ to: '/localconnect', label: 'See all players near you' }}
      list={list}
      loading={<PeopleLoading />}
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
  )
}
