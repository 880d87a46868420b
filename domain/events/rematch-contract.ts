import * as v from 'valibot'
import { EventCard } from './contract.ts'

/** Whether the viewer can ask the hosts for the same game a week later. */
const AskState = v.picklist(['none', 'open', 'asked'])

/** What follows a game: the next one of the same people, or a question to its hosts. */
export const Rematch = v.object({ next: v.nullable(EventCard), ask: AskState })
export type Rematch = v.InferOutput<typeof Rematch>
