import * as v from 'valibot'
import { demoPassword } from '../../domain/demo-accounts.ts'
import { ConversationRef, Message, type NewMessage } from '../../domain/messages/contract.ts'
import { type ClientFrame, ServerFrame } from '../../domain/messages/frames.ts'
import { mentionOf } from '../../domain/messages/mentions.ts'
import { muteForever } from '../../domain/messages/mute-forever.ts'
import { eventConversationId, teamConversationId, topicConversationId } from '../../domain/messages/rules.ts'
import { sendFiles } from './message-files.ts'
import { openSocket } from './open-socket.ts'
import { signIn } from './sign-in.ts'

type Handle = 'player' | 'host' | 'organizer' | 'admin'
type Line = [author: Handle, text: string]

const smashers = teamConversationId('sunset-smashers')
const carpools = topicConversationId('smashers-carpools')
const openPlay = eventConversationId('demo-open-play')

/** Dana writes last, here and in the community, so the player has unread messages of hers. */
const withHost: Line[] = [
  ['player', 'Hi Dana! Is there still a seat on Saturday? I could bring my cousin, she is new.'],
  ['host', 'Sure, bring her. We always pair new players with somebody patient.'],
  ['player', 'Great. Does she need her own paddle?'],
  ['host', 'No, I have three spare ones in the car.'],
  ['host', 'Here is the address again: https://example.com/northside-courts'],
]

const withOrganizer: Line[] = [
  ['organizer', 'We found a goalkeeper for Tuesday, so you can play outside.'],
  ['player', 'Perfect, thank you!'],
]

const withStranger: Line[] = [
  ['admin', 'Hello Maya, I saw you at the park last week. Would you like to play chess some time?'],
  ['admin', 'I bring the board.'],
]

const teamTalk: Line[] = [
  ['host', 'Courts 3 and 4 are ours from 6:45. The gate code is in your ticket.'],
  ['player', 'Who can bring a net? Mine is broken.'],
  ['player', 'I bring oranges.'],
  ['host', 'I can bring the net.'],
  ['host', 'And water, it gets hot.'],
]

const rides: Line[] = [
  ['player', 'I have a seat free from East Austin. Who wants it?'],
  ['host', 'Lee does. He waits at the library at 7:50.'],
  ['host', 'And please bring the blue cooler back, it is in your trunk.'],
]

const tournamentTrip: Line[] = [
  ['host', 'Tournament in San Antonio: I can take three people, leaving at 6.'],
  ['organizer', 'I have two more seats.'],
  ['player', 'Then I come with Dana, thanks!'],
]

const aboutGame: Line[] = [
  ['player', 'First time here. Where do we meet?'],
  ['host', 'At the water fountain, ten minutes before we start.'],
  ['host', 'We rotate after every game, so nobody sits out for long.'],
]

/** More messages than one page holds. The limit is 20 in ten seconds for each person. */
const counts: Line[] = Array.from({ length: 24 }, (_, index) => [
  index % 2 === 0 ? 'host' : 'player',
  `Court ${(index % 4) + 1}, round ${Math.floor(index / 4) + 1}: ${11 - (index % 3)} to ${5 + (index % 5)}.`,
])

/** A poll that waits for the player's answer. */
const evening = {
  ...{ clientId: 'demo-poll', text: 'Which evenings suit you for doubles?', replyTo: null },
  poll: { options: ['Tuesday', 'Wednesday', 'Thursday'], isMultiple: true, showsNames: true, closesAt: null },
} satisfies NewMessage

/**
 * Lets the demo people write to each other, and leaves the player unread messages, an open poll, a mention, a request, and a muted and a
 * removed conversation.
 */
export async function addMessages(address: string): Promise<void> {
  const people = new Map(
    await Promise.all(
      (['player', 'host', 'organizer', 'admin'] as const).map(
        async (handle) => [handle, await signIn(address, `${handle}@demo.test`, demoPassword)] as const,
      ),
    ),
  )
  const ask = async (handle: Handle, method: string, path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${address}/api/conversations${path}`, {
      method,
      headers: { origin: address, cookie: people.get(handle)?.readCookies() ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${handle}: ${method} ${path} failed with status ${response.status}: ${await response.text()}`)
    return response.status === 204 ? null : response.json()
  }
  const open = async (handle: Handle, userId: string) => v.parse(ConversationRef, await ask(handle, 'POST', '', { userId })).id
  /** The same lines again change nothing. Returns the number of the last one. */
  const talk = async (id: string, lines: readonly Line[], key: string) => {
    let last = 0
    for (const [index, [author, text]] of lines.entries()) {
      const sent = await ask(author, 'POST', `/${id}/messages`, { clientId: `demo-${key}-${index}`, text, replyTo: null })
      last = v.parse(Message, sent).seq
    }
    return last
  }
  await talk(smashers, counts, 'rounds')
  const asked = v.parse(Message, await ask('host', 'POST', `/${smashers}/messages`, evening)).seq
  await act(address, people.get('host')?.readCookies() ?? '', smashers, { type: 'vote', seq: asked, choices: [1] }, ({ poll }) =>
    Boolean(poll?.options[1]?.isMine),
  )
  const net = await talk(smashers, teamTalk, 'team')
  await act(address, people.get('player')?.readCookies() ?? '', smashers, { type: 'react', seq: net, emoji: '🎉', isOn: true }, (message) =>
    message.reactions.some(({ emoji, isMine }) => emoji === '🎉' && isMine),
  )
  await talk(smashers, [['host', `${mentionOf('demo-player')}, can you bring the oranges again?`]], 'mention')
  await talk(carpools, rides, 'rides')
  await ask('player', 'PUT', `/${carpools}/mute`, { until: muteForever })
  await talk(openPlay, aboutGame, 'game')
  const trip = { name: 'San Antonio trip', userIds: ['demo-player', 'demo-organizer'], idempotencyKey: 'demo-trip' }
  const { id: tripId } = v.parse(ConversationRef, await ask('host', 'POST', '/groups', trip))
  // They may not know the host yet.
  for (const handle of ['player', 'organizer'] as const) await ask(handle, 'POST', `/${tripId}/accept`, {})
  await sendFiles({ address, cookie: people.get('host')?.readCookies() ?? '', conversationId: tripId })
  await talk(tripId, tournamentTrip, 'trip')
  await talk(await open('player', 'demo-host'), withHost, 'host')
  const removed = await open('organizer', 'demo-player')
  await talk(removed, withOrganizer, 'organizer')
  await ask('player', 'PUT', `/${removed}`, { userId: 'demo-player', blocked: true })
  await talk(await open('admin', 'demo-player'), withStranger, 'stranger')
  for (const { signOut } of people.values()) await signOut()
}

/** Changes something at a message over the socket, as the app does, and waits until the others would see it. */
async function act(
  address: string,
  cookie: string,
  conversationId: string,
  change: Extract<ClientFrame, { seq: number }>,
  isDone: (message: Message) => boolean,
): Promise<void> {
  await openSocket(`${address}/api/conversations/${conversationId}/socket`, cookie, (text, socket) => {
    const frame = v.parse(ServerFrame, JSON.parse(text))
    if (frame.type === 'refused') throw new Error(frame.reason)
    const seen = frame.type === 'welcome' || frame.type === 'changed' ? frame.messages : []
    if (seen.some((message) => message.seq === change.seq && isDone(message))) return socket.close(1000)
    if (frame.type === 'welcome') socket.send(JSON.stringify(change))
  })
}
