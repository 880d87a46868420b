import { hc } from 'hono/client'
import type { JoinerState } from '../../domain/events/states.ts'
import type { PushMessage } from '../../domain/notifications/push-message.ts'
import type { MyJoinerRoutes } from '../../worker/events/joiner-routes.ts'
import { readAnswer } from '../api.ts'
import { readError } from '../ui/read-error.ts'

const client = hc<MyJoinerRoutes>('/api/events')

type Game = NonNullable<PushMessage['game']>

const actions = {
  join: { title: 'Join', send: (id: string) => client[':id'].me.$put({ param: { id }, json: {} }) },
  take: { title: 'Take the seat', send: (id: string) => client[':id'].me.take.$post({ param: { id }, json: {} }) },
  decline: { title: 'Decline', send: (id: string) => client[':id'].me.$delete({ param: { id } }) },
} as const

export type GameAction = keyof typeof actions

const offered: Record<Game['answer'], readonly GameAction[]> = { join: ['join'], take: ['take', 'decline'] }

/** The buttons of a notification about a game. */
export const listGameActions = ({ answer }: Game) => offered[answer].map((action) => ({ action, title: actions[action].title }))

const isAction = (action: string): action is GameAction => Object.hasOwn(actions, action)

const open = 'Tap to open the game.'

const results: Partial<Record<JoinerState, { title: string; body: string }>> = {
  going: { title: 'You are in', body: open },
  paying: { title: 'Your seat is held', body: 'Tap to pay.' },
  asked: { title: 'You asked to join', body: open },
  waiting: { title: 'You are on the waitlist', body: open },
}

/** Answers a game with the session of this browser, by the same rules as on its page. Returns what to tell the user. */
export async function answerGame(eventId: string, action: string): Promise<{ title: string; body: string }> {
  try {
    if (!isAction(action)) throw new Error(`There is no button ${action}`)
    const { live } = await readAnswer(actions[action].send(eventId))
    if (action === 'decline') return { title: 'You declined the seat', body: open }
    return results[live?.mine?.state ?? 'left'] ?? { title: 'Your answer is saved', body: open }
  } catch (error) {
    return { title: 'Your answer was not saved', body: `${readError(error).message} ${open}` }
  }
}
