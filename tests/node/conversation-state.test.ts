import { describe, expect, it } from 'vitest'
import type { Message } from '../../domain/messages/contract.ts'
import type { ServerFrame } from '../../domain/messages/frames.ts'
import {
  addMessages,
  addOlderPage,
  applyFrame,
  type ConversationState,
  dropTyping,
  emptyConversation,
  isBehind,
  raiseMark,
  startReading,
} from '../../web/messages/conversation-state.ts'
import { buildRows, listShownMessages } from '../../web/messages/rows.ts'

const context = { viewerId: 'me', now: 1000, isWatching: true }
const aMessage = (seq: number, more: Partial<Message> = {}): Message => ({
  ...{
    seq,
    clientId: `client-${seq}`,
    authorId: 'dana',
    sentAt: seq * 1000,
    text: `text ${seq}`,
    replyTo: null,
    editedAt: null,
    reactions: [],
  },
  ...more,
})
const welcome = (messages: Message[], more: Partial<ServerFrame & { type: 'welcome' }> = {}): ServerFrame => ({
  ...{ type: 'welcome', messages, lastSeq: messages.at(-1)?.seq ?? 0, lastChange: 0, hasOlder: false },
  ...{ changed: [], hasGap: true, marks: [], pins: [] },
  ...more,
})
const newest = (...seqs: number[]): ServerFrame => ({
  type: 'messages',
  messages: seqs.map((seq) => aMessage(seq)),
  after: Math.min(...seqs) - 1,
})
const apply = (state: ConversationState, ...frames: ServerFrame[]) =>
  frames.reduce((before, frame) => applyFrame(before, frame, context), state)
const seqsOf = ({ messages }: ConversationState) => messages.map(({ seq }) => seq)
const open = (...seqs: number[]) =>
  apply(
    emptyConversation,
    welcome(
      seqs.map((seq) => aMessage(seq)),
      { hasOlder: true },
    ),
  )

describe('the state of a conversation', () => {
  it('keeps messages in their order, each once', () => {
    expect(seqsOf(apply(open(1, 2), newest(4), newest(3), newest(4), newest(5)))).toEqual([1, 2, 3, 4, 5])
  })

  it('asks again only for what the socket has not brought, also if an own message came earlier', () => {
    const state = addMessages(open(1, 2), [aMessage(9, { authorId: 'me' })], context)
    expect([seqsOf(state), state.syncedSeq]).toEqual([[1, 2, 9], 2])
    expect(apply(state, newest(3)).syncedSeq).toBe(3)
    expect(
      seqsOf(
        apply(
          state,
          welcome(
            [3, 4, 9].map((seq) => aMessage(seq)),
            { hasGap: false },
          ),
        ),
      ),
    ).toEqual([1, 2, 3, 4, 9])
  })

  it('shows what comes after a gap, but still asks for the gap', () => {
    const state = apply(open(1, 2), newest(5))
    expect([seqsOf(state), state.syncedSeq, isBehind(state, newest(6)), isBehind(state, newest(3))]).toEqual([[1, 2, 5], 2, true, false])
    const changed: ServerFrame = { type: 'changed', messages: [aMessage(2, { text: 'new' })], after: 4, lastChange: 5 }
    expect([isBehind(state, changed), apply(state, changed).lastChange, apply(state, changed).messages[1]?.text]).toEqual([true, 0, 'new'])
    const whole = apply(state, welcome([aMessage(3), aMessage(4), aMessage(5)], { hasGap: false, lastChange: 5 }))
    expect([seqsOf(whole), whole.syncedSeq, isBehind(whole, changed)]).toEqual([[1, 2, 3, 4, 5], 5, false])
  })

  it('adds what was missed, and applies what changed meanwhile', () => {
    const changed = [aMessage(1, { text: null }), aMessage(99, { text: 'not loaded' })]
    const state = apply(open(1, 2), welcome([aMessage(3)], { hasGap: false, changed, lastChange: 7, hasOlder: false }))
    expect([seqsOf(state), state.messages[0]?.text, state.lastChange]).toEqual([[1, 2, 3], null, 7])
    expect(state.hasOlder, 'the first frame after a short absence says nothing about older messages').toBe(true)
  })

  it('forgets its messages after a gap', () => {
    expect(seqsOf(apply(open(1, 2), welcome([aMessage(80), aMessage(81)])))).toEqual([80, 81])
  })

  it('leaves a hole nowhere if the answer to an own message comes after more than a page of others', () => {
    const state = addMessages(open(40, 41), [aMessage(5, { authorId: 'me' })], context)
    expect(seqsOf(state)).toEqual([40, 41])
    expect(seqsOf(addMessages({ ...open(), hasOlder: false }, [aMessage(5, { authorId: 'me' })], context))).toEqual([5])
  })

  it('adds older pages, but not one that was asked for before a gap', () => {
    const page = { messages: [aMessage(1), aMessage(3)], hasOlder: false, lastSeq: 6, lastChange: 0 }
    const state = addOlderPage(open(5, 6), 5, page)
    expect([seqsOf(state), state.hasOlder]).toEqual([[1, 3, 5, 6], false])
    expect(seqsOf(addOlderPage(open(50), 5, page))).toEqual([50])
  })

  it('replaces edited and deleted messages, and ignores those that are not loaded', () => {
    const state = apply(open(5, 6), { type: 'changed', messages: [aMessage(6, { text: 'new' }), aMessage(2)], after: 0, lastChange: 3 })
    expect([seqsOf(state), state.messages[1]?.text, state.lastChange]).toEqual([[5, 6], 'new', 3])
  })

  it('only raises read marks', () => {
    const read = (seq: number): ServerFrame => ({ type: 'read', userId: 'dana', seq })
    expect(apply(open(1), read(5), read(3)).marks.get('dana')).toBe(5)
    expect(raiseMark(apply(open(1), read(5)), 'dana', 2).marks.get('dana')).toBe(5)
    expect(apply(open(1), read(5), welcome([aMessage(6)], { marks: [['dana', 4]] })).marks.get('dana')).toBe(5)
  })

  it('forgets who types after a time, and at once when they write', () => {
    const state = apply(open(1), { type: 'typing', userId: 'dana' })
    expect([...state.typing.keys()]).toEqual(['dana'])
    expect(dropTyping(state, 2000)).toBe(state)
    expect(dropTyping(state, 60_000).typing.size).toBe(0)
    expect(apply(state, newest(2)).typing.size).toBe(0)
  })

  it('ignores messages before it is loaded, because the first frame brings them', () => {
    expect(addMessages(emptyConversation, [aMessage(9)], context).messages).toEqual([])
  })
})

describe('the line above new messages', () => {
  it('stands above the first unread message of somebody else when the conversation opens', () => {
    const state = apply(emptyConversation, welcome([aMessage(1), aMessage(2, { authorId: 'me' }), aMessage(3), aMessage(4)]))
    expect(startReading(state, 'me', 1).news).toEqual({ seq: 3, count: 2 })
    expect(startReading(state, 'me', 4).news).toBeNull()
  })

  it('appears for what comes while the viewer looks away, and moves down after they have read it', () => {
    const away = { ...context, isWatching: false }
    let state = startReading(open(1, 2), 'me', 2)
    state = applyFrame(state, newest(3), context)
    expect(state.news, 'the viewer sees it').toBeNull()
    state = raiseMark(state, 'me', 3)
    state = applyFrame(applyFrame(state, newest(4), away), newest(5), away)
    expect(state.news).toEqual({ seq: 4, count: 2 })
    state = applyFrame(raiseMark(state, 'me', 5), newest(6), away)
    expect(state.news).toEqual({ seq: 6, count: 1 })
  })
})

describe('the rows of a conversation', () => {
  const me = { id: 'me', name: 'Me', pictureUrl: null }
  const dana = { id: 'dana', name: 'Dana', pictureUrl: null }
  const noon = new Date(2026, 10, 20, 12).getTime()
  const minute = 60_000
  const show = (messages: Message[], unsent: Parameters<typeof listShownMessages>[2] = [], isWaiting = false) =>
    listShownMessages(
      {
        messages,
        faces: new Map([
          ['me', me],
          ['dana', dana],
          ['blocked', null],
        ]),
        pendingTexts: new Map([[2, 'changed']]),
        pendingVotes: new Map(),
      },
      me,
      unsent,
      isWaiting,
    )
  const unsent = (clientId: string, more = {}) => ({
    ...{ clientId, conversationId: 'c', text: clientId, replyTo: null, at: noon, refusal: null },
    ...more,
  })

  it('are those of people whom the viewer may see, then the unsent ones', () => {
    const messages = [
      aMessage(1),
      aMessage(2, { authorId: 'me' }),
      aMessage(3, { authorId: 'blocked' }),
      aMessage(4, { authorId: 'unknown' }),
    ]
    const shown = show(messages, [unsent('client-2'), unsent('a'), unsent('b', { refusal: 'No.' })])
    expect(shown.map(({ key, text, sendState }) => [key, text, sendState])).toEqual([
      ['dana:client-1', 'text 1', 'sent'],
      ['me:client-2', 'changed', 'sent'],
      ['me:a', 'a', 'sending'],
      ['me:b', 'b', 'failed'],
    ])
    expect(show([], [unsent('a')], true)[0]?.sendState).toBe('waiting')
  })

  it('keep the key of a message when it is sent', () => {
    const [before] = show([], [unsent('same')])
    const [after] = show([aMessage(1, { authorId: 'me', clientId: 'same' })], [unsent('same')])
    expect(after?.key).toBe(before?.key)
  })

  it('have lines between days and above what is new, and name the author once in a group', () => {
    const at = (seq: number, sentAt: number, more: Partial<Message> = {}) => aMessage(seq, { sentAt, ...more })
    const messages = [
      at(1, noon - 24 * 60 * minute),
      at(3, noon),
      at(4, noon + minute),
      at(5, noon + 2 * minute, { authorId: 'me' }),
      at(6, noon + 3 * minute),
      at(7, noon + 4 * minute),
      at(8, noon + 20 * minute),
    ]
    const rows = buildRows(show(messages), { seq: 7, count: 2 })
    const names = rows.map((row) => (row.kind === 'message' ? `${row.message.seq}${row.isFirst ? ' first' : ''}` : row.kind))
    expect(names).toEqual(['day', '1 first', 'day', '3 first', '4', '5 first', '6 first', 'news', '7 first', '8 first'])
  })
})
