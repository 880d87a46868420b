import * as v from 'valibot'
import { demoPassword } from '../../domain/demo-accounts.ts'
import { ConversationRef, Message, type NewMessage } from '../../domain/messages/contract.ts'
import { type ClientFrame, ServerFrame } from '../../domain/messages/frames.ts'
import type { StartGroup } from '../../domain/messages/groups.ts'
import { mentionOf } from '../../domain/messages/mentions.ts'
import { muteForever } from '../../domain/messages/mute-forever.ts'
import { eventConversationId, teamConversationId, topicConversationId } from '../../domain/messages/rules.ts'
import { sendFiles } from './message-files.ts'
import { openSocket } from './open-socket.ts'
import { signIn } from './sign-in.ts'

type Handle = 'player' | 'host' | 'organizer' | 'admin'
/** `{product}` stands for the address of the product. */
type Line = [author: Handle, text: string]

const smashers = teamConversationId('sunset-smashers')
const carpools = topicConversationId('smashers-carpools')
const openPlay = eventConversationId('demo-open-play')

/** Somebody else writes last in each conversation, so that the player has unread messages everywhere. */
const withHost: Line[] = [
  ['player', 'Hi Dana! Is there still a seat on Saturday? I could bring my cousin, she is new.'],
  ['host', 'Sure, bring her. We always pair new players with somebody patient.'],
  ['player', 'Great. Does she need her own paddle?'],
  ['host', 'No, I have three spare ones in the car.'],
  ['host', 'Here is the address again: https://pages.sandbox.localhost/northside-courts'],
  ['host', 'Tuesday is full, but seats come free most weeks: {product}/evt/demo-full-house'],
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

const teamNews: Line[] = [
  ['host', `${mentionOf('demo-player')}, can you bring the oranges again?`],
  ['host', 'Court 4 gets new lights on Monday, so we stay on 3 that evening.'],
  ['host', 'And the photos of last week are in the album.'],
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
  ['organizer', 'Who wants to run before that? This is my try-out: {product}/evt/demo-approval'],
]

const sundayHikes: Line[] = [
  ['organizer', 'The Barton Creek trail on Sunday, eight miles, nothing steep.'],
  ['player', 'My boots say yes.'],
  ['host', 'I am out this week, my sister is in town.'],
  ['organizer', 'Bring her! We start at 8 at the lower lot.'],
  ['host', 'She says she only walks to cafés.'],
]

const aboutGame: Line[] = [
  ['player', 'First time here. Where do we meet?'],
  ['host', 'At the water fountain, ten minutes before we start.'],
  ['host', 'We rotate after every game, so nobody sits out for long.'],
]

/** A poll that waits for the player's answer. */
const evening = {
  ...{ clientId: 'demo-poll', text: 'Which evenings suit you for doubles?', replyTo: null },
  poll: { options: ['Tuesday', 'Wednesday', 'Thursday'], isMultiple: true, showsNames: true, closesAt: null },
} satisfies NewMessage

/**
 * Lets the demo people write to each other. The player then has unread messages in each kind of conversation, an open poll, a mention, two
 * games, a request, and a muted and a removed conversation. The long talk of the community is there already (`addPastMessages`).
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
  /** They may not know each other yet, so everyone else accepts. */
  const makeGroup = async (owner: Handle, group: StartGroup) => {
    const { id } = v.parse(ConversationRef, await ask(owner, 'POST', '/groups', group))
    for (const handle of people.keys()) if (group.userIds.includes(`demo-${handle}`)) await ask(handle, 'POST', `/${id}/accept`, {})
    return id
  }
  /** The same lines again change nothing. Returns the number of the last one. */
  const talk = async (id: string, lines: readonly Line[], key: string) => {
    let last = 0
    for (const [index, [author, text]] of lines.entries()) {
      const message = { clientId: `demo-${key}-${index}`, text: text.replace('{product}', address), replyTo: null }
      const sent = await ask(author, 'POST', `/${id}/messages`, message)
      last = v.parse(Message, sent).seq
    }
    return last
  }
  const asked = v.parse(Message, await ask('host', 'POST', `/${smashers}/messages`, evening)).seq
  await act(address, people.get('host')?.readCookies() ?? '', smashers, { type: 'vote', seq: asked, choices: [1] }, ({ poll }) =>
    Boolean(poll?.options[1]?.isMine),
  )
  const net = await talk(smashers, teamTalk, 'team')
  await act(address, people.get('player')?.readCookies() ?? '', smashers, { type: 'react', seq: net, emoji: '🎉', isOn: true }, (message) =>
    message.reactions.some(({ emoji, isMine }) => emoji === '🎉' && isMine),
  )
  await talk(smashers, teamNews, 'mention')
  await talk(carpools, rides, 'rides')
  await talk(openPlay, aboutGame, 'game')
  const trip = await makeGroup('host', {
    name: 'San Antonio trip',
    userIds: ['demo-player', 'demo-organizer'],
    idempotencyKey: 'demo-trip',
  })
  await sendFiles({ address, cookie: people.get('host')?.readCookies() ?? '', conversationId: trip })
  await talk(trip, tournamentTrip, 'trip')
  const hikes = await makeGroup('organizer', { name: 'Sunday hikes', userIds: ['demo-player', 'demo-host'], idempotencyKey: 'demo-hikes' })
  await talk(hikes, sundayHikes, 'hikes')
  await ask('player', 'PUT', `/${hikes}/mute`, { until: muteForever })
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
