import { TeamFrame } from '../team-frame.tsx'
import { TeamGames } from './team-games.tsx'

export default function TeamPage() {
  return <TeamFrame>{(team) => <TeamGames team={team} />}</TeamFrame>
}
