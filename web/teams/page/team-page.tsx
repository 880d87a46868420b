import { lazy, Suspense } from 'react'
import { TeamFrame } from '../team-frame.tsx'
import { TeamGames } from './team-games.tsx'

// They are below the games, so the page does not wait for them.
const TeamPhotos = lazy(() => import('./team-photos.tsx'))

export default function TeamPage() {
  return (
    <TeamFrame>
      {(team) => (
        <>
          <TeamGames team={team} />
          <Suspense>
            <TeamPhotos teamId={team.id} />
          </Suspense>
        </>
      )}
    </TeamFrame>
  )
}
