import type { Database } from '../../worker/platform/database.ts'
import { saveDraft } from '../../worker/team-drafts/commands.ts'
import { findOwnDraft } from '../../worker/team-drafts/queries.ts'

const playerId = 'demo-player'

/** A community that the player is setting up: they have reached the page that asks who may join. Needs the people and the cities. */
export async function addTeamDraft(db: Database, now: number): Promise<void> {
  if ((await findOwnDraft(db, playerId)).draft) return
  await saveDraft(db, { now, newId: () => 'demo-team-draft', platform: 'gth' }, playerId, {
    id: null,
    version: 0,
    step: 4,
    activity: 'pickleball',
    name: 'Zilker Dinkers',
    description: 'Pickleball on weekday evenings. All levels, as long as you laugh at your own mistakes.',
    cityId: 4671654,
    placeId: null,
    mainColor: 'green',
    secondColor: 'yellow',
    joinMode: 'ask',
    topics: [{ name: 'Games', description: 'New dates, changes and cancellations.' }],
  })
}
