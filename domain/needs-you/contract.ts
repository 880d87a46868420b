import * as v from 'valibot'
import { Conversation } from '../messages/contract.ts'
import { currencies } from '../money.ts'
import { Face } from '../profiles/contract.ts'

/** The list shows so many lines of each kind. What is beyond them follows once these are done. */
export const maxOfEachKind = 5

const TeamName = v.object({ id: v.string(), name: v.string() })
const SeasonName = v.object({ id: v.string(), label: v.string() })
const Game = v.object({ id: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string() })
const ConversationName = v.pick(Conversation, ['id', 'kind', 'name', 'team', 'event'])

/** Something that waits for the viewer. Each kind leads to the page where they can answer it. */
export const NeedsYouItem = v.variant('kind', [
  /** People ask to join a community in which the viewer answers requests. */
  v.object({ kind: v.literal('requests'), team: TeamName, count: v.number() }),
  /** The owner of a community asks the viewer to take over. */
  v.object({ kind: v.literal('handOver'), team: TeamName, person: Face, expiresAt: v.number() }),
  v.object({ kind: v.literal('invitation'), team: TeamName, person: Face }),
  /** Results of a season that somebody disputes, in a community in which the viewer keeps the score. */
  v.object({ kind: v.literal('results'), team: TeamName, season: SeasonName, count: v.number() }),
  /** Results of a season that the viewer, as a captain, has not confirmed yet. */
  v.object({ kind: v.literal('unconfirmed'), team: TeamName, season: SeasonName, count: v.number() }),
  /** A seat that is held for the viewer. */
  v.object({ kind: v.literal('seat'), game: Game, expiresAt: v.number() }),
  /** A seat that the viewer has taken and not paid for. */
  v.object({ kind: v.literal('paying'), game: Game }),
  /** A player offers the viewer their seat. */
  v.object({ kind: v.literal('transfer'), game: Game, person: Face, expiresAt: v.number() }),
  v.object({ kind: v.literal('coHost'), game: Game, person: Face, expiresAt: v.number() }),
  /** A game to which the viewer is invited, or of one of their communities. */
  v.object({ kind: v.literal('answer'), game: Game }),
  /** A message mentions the viewer, and they have not read it. */
  v.object({ kind: v.literal('mention'), conversation: ConversationName, seq: v.number() }),
  /** A poll that the viewer has not answered. Null: nobody said when it closes. */
  v.object({ kind: v.literal('poll'), conversation: ConversationName, seq: v.number(), closesAt: v.nullable(v.number()) }),
  /** Dues that the viewer owes to a community. */
  v.object({
    kind: v.literal('dues'),
    team: TeamName,
    due: v.object({ id: v.string(), title: v.string(), amount: v.number(), currency: v.picklist(currencies), dueOn: v.string() }),
  }),
  /** The calendar of a team on another site cannot be loaded. */
  v.object({ kind: v.literal('calendar'), team: TeamName }),
])
export type NeedsYouItem = v.InferOutput<typeof NeedsYouItem>

export const NeedsYou = v.object({ items: v.array(NeedsYouItem) })
export type NeedsYou = v.InferOutput<typeof NeedsYou>
