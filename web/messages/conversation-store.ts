import * as v from 'valibot'
import type { Message } from '../../domain/messages/contract.ts'
import { type ClientFrame, ServerFrame } from '../../domain/messages/frames.ts'
import { listMentioned } from '../../domain/messages/mentions.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { createConversationSocket } from './conversation-socket.ts'
import {
  addMessages,
  applyFrame,
  dropTyping,
  emptyConversation,
  isBehind,
  listReaders,
  raiseMark,
  startReading,
} from './conversation-state.ts'
import { maxFacesHere, type SavedConversation, type ShownConversation, type StoreSettings } from './conversation-types.ts'
import { createFaceLoader } from './face-loader.ts'
import { createMarkSender } from './mark-sender.ts'
import { createOlderPages } from './older-pages.ts'
import { dropStoredVotes } from './pending-votes.ts'

/** The author of a message, and who is mentioned in it. */
const listPeopleIn = ({ authorId, text }: Pick<Message, 'authorId' | 'text'>) => [authorId, ...listMentioned(text ?? '')]

const pickLog = ({ messages, syncedSeq, hasOlder, lastChange }: SavedConversation) => ({ messages, syncedSeq, hasOlder, lastChange })

const typingInterval = 3000
const maxSaved = 50
const notConnected = 'You are not connected. Try again in a moment.'

/** One open conversation: it keeps a socket, and applies what the server sends. */
export function createConversation(settings: StoreSettings) {
  const { conversationId, viewer, saved } = settings
  const listeners = new Set<() => void>()
  let state: ShownConversation = {
    ...emptyConversation,
    ...(saved ? { ...pickLog(saved), isLoaded: true } : {}),
    connection: 'connecting',
    isReady: saved !== null,
    faces: new Map([...(saved?.faces ?? []), viewer].map((face) => [face.id, face])),
    pendingTexts: new Map(),
    pendingVotes: new Map(),
    older: { isLoading: false, error: null },
  }
  const socket = createConversationSocket({
    getPath: () =>
      `/api/conversations/${conversationId}/socket${state.isLoaded ? `?after=${state.syncedSeq}&changedAfter=${state.lastChange}` : ''}`,
    onText: handleText,
    onLost: () => {
      syncsUnderway = 0
      setState({ connection: 'lost', typing: new Map(), here: emptyConversation.here })
    },
    onReadmit: forget,
    onLeave: leave,
    isAllowed: settings.isAllowed,
  })
  /** People whom the viewer mentions in messages that are not sent yet. */
  const pickedIds = new Set<string>()
  let isFirstWelcome = true
  let typingSentAt = 0
  let syncsUnderway = 0
  const faceLoader = createFaceLoader({
    loadFaces: settings.loadFaces,
    listIds: () =>
      [
        ...[...state.messages, ...state.pins].flatMap(listPeopleIn),
        ...state.typing.keys(),
        ...state.here.people.slice(0, maxFacesHere),
        ...pickedIds,
        ...listReaders(state, viewer.id),
      ].filter((id) => id !== viewer.id),
    onLoaded: (found) => {
      setState({ faces: new Map([...state.faces, ...found]) })
      save()
    },
    onComplete: showWhenReady,
    isStopped: socket.isStopped,
  })

  const marks = createMarkSender({
    getSeq: () => state.marks.get(viewer.id) ?? 0,
    send: (seq) => sendFrame({ type: 'read', seq }),
    onSent: settings.onChange,
  })

  const older = createOlderPages({
    getState: () => state,
    setState: (change) => setState(change),
    fetchPage: settings.loadOlder,
    onLoaded: (page) => {
      // What changed while the page was on its way could not be applied to it.
      if (page.lastChange < state.lastChange) sync(page.lastChange)
      void faceLoader.load()
    },
  })

  const setState = (change: Partial<ShownConversation>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const isWatching = () => document.visibilityState === 'visible'
  const context = () => ({ viewerId: viewer.id, now: Date.now(), isWatching: isWatching() })
  const sendFrame = (frame: ClientFrame) => socket.send(JSON.stringify(frame))

  function handleText(text: string): void {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ServerFrame), text)
    // A newer server may send kinds of frames that this page does not know.
    if (!parsed.success) return
    const frame = parsed.output
    if (isBehind(state, frame) && syncsUnderway === 0) sync(state.lastChange)
    setState(applyFrame(state, frame, context()))
    switch (frame.type) {
      case 'welcome':
        setState({ pendingVotes: dropStoredVotes(state.pendingVotes, [...frame.messages, ...frame.changed]) })
        handleWelcome(new Map(frame.marks).get(viewer.id))
        break
      case 'messages':
        handleChange()
        break
      case 'changed':
        dropPending(frame.messages.map(({ seq }) => seq))
        setState({ pendingVotes: dropStoredVotes(state.pendingVotes, frame.messages) })
        handleChange()
        break
      case 'typing':
        setTimeout(() => setState(dropTyping(state, Date.now())), (state.typing.get(frame.userId) ?? 0) - Date.now())
        void faceLoader.load()
        break
      case 'pins':
      case 'read':
      case 'here':
        void faceLoader.load()
        break
      case 'refused':
        if (frame.code === 'ReadTooFar') {
          startOver()
          return
        }
        // Messages are sent in requests, so a refusal is about an edit, a deletion or a vote.
        dropPending([...state.pendingTexts.keys()])
        setState({ pendingVotes: new Map() })
        settings.onRefused(frame.reason)
    }
  }

  /** Asks for what is missing. The answer is another first frame. */
  function sync(changedAfter: number): void {
    if (sendFrame({ type: 'sync', after: state.syncedSeq, changedAfter })) syncsUnderway += 1
  }

  function handleWelcome(ownMark: number | undefined): void {
    if (syncsUnderway > 0) syncsUnderway -= 1
    else settle(ownMark)
    handleChange()
  }

  /** The socket is open, and the page has what it missed. */
  function settle(ownMark: number | undefined): void {
    socket.settle()
    // Nobody has read what does not stand here: the database can know more than an object that was restored.
    const readSeq = Math.min(Math.max(ownMark ?? 0, settings.readSeq), state.syncedSeq)
    if (isFirstWelcome) setState(startReading(state, viewer.id, Math.min(Math.max(readSeq, saved?.readSeq ?? 0), state.syncedSeq)))
    setState({ connection: 'open' })
    // The server forgets the latest mark if it stops before it could store it.
    marks.start(isFirstWelcome ? readSeq : (ownMark ?? 0))
    isFirstWelcome = false
    for (const [seq, text] of state.pendingTexts) sendFrame(text === null ? { type: 'delete', seq } : { type: 'edit', seq, text })
    for (const [seq, choices] of state.pendingVotes) sendFrame({ type: 'vote', seq, choices: [...choices] })
  }

  function handleChange(): void {
    settings.onChange()
    void faceLoader.load()
    save()
  }

  function save(): void {
    if (!state.isLoaded || state.connection === 'removed') return
    const messages = state.messages.slice(-maxSaved)
    const people = new Set([...messages.flatMap(listPeopleIn), ...pickedIds])
    settings.save({
      messages,
      syncedSeq: state.syncedSeq,
      hasOlder: state.hasOlder || messages.length < state.messages.length,
      lastChange: state.lastChange,
      readSeq: state.marks.get(viewer.id) ?? 0,
      faces: [...state.faces.values()].filter((face) => face !== null).filter(({ id }) => people.has(id)),
    })
  }

  function showWhenReady(): void {
    if (!state.isReady && state.isLoaded && state.messages.flatMap(listPeopleIn).every((id) => state.faces.has(id)))
      setState({ isReady: true })
  }

  function stop(): void {
    marks.stop()
    socket.stop()
  }

  function dropPending(seqs: readonly number[]): void {
    if (state.pendingTexts.size === 0) return
    const pendingTexts = new Map(state.pendingTexts)
    for (const seq of seqs) pendingTexts.delete(seq)
    setState({ pendingTexts })
  }

  /** A block was made or lifted, so the viewer may see other messages than before. */
  function forget(): void {
    faceLoader.forget()
    settings.forget()
    setState({ ...emptyConversation, marks: state.marks, faces: new Map([[viewer.id, viewer]]), connection: 'connecting', isReady: false })
  }

  /** The server knows less than this tab: it was restored from a backup. */
  function startOver(): void {
    settings.forget()
    setState({ ...emptyConversation, here: state.here, isReady: false })
    marks.start(0)
    sync(0)
  }

  /** The viewer is out. What they have not sent stays on their device. */
  function leave(): void {
    settings.forget()
    settings.onChange()
    setState({ connection: 'removed', typing: new Map(), here: emptyConversation.here })
  }

  return {
    start: socket.start,
    stop,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Adds a message of the viewer that the server has stored. */
    addSent: (message: Message) => {
      setState(addMessages(state, [message], context()))
      handleChange()
    },
    addPicked: (face: Face) => {
      pickedIds.add(face.id)
      setState({ faces: new Map(state.faces).set(face.id, face) })
      save()
    },
    /** Loads the names in messages that are not sent yet. */
    nameUnsent: (texts: string) => {
      const ids = listMentioned(texts)
      for (const id of ids) pickedIds.add(id)
      if (ids.length > 0) void faceLoader.load()
    },
    loadOlder: () => older.load(),
    loadBackTo: older.loadBackTo,
    /** Shows the new text, or the deletion, at once. Without a connection it is sent with the next one. */
    changeText: (seq: number, text: string | null) => {
      setState({ pendingTexts: new Map(state.pendingTexts).set(seq, text) })
      sendFrame(text === null ? { type: 'delete', seq } : { type: 'edit', seq, text })
    },
    /** Adds a reaction of the viewer, or takes it back. The server shows it to everyone. */
    react: (seq: number, emoji: string, isOn: boolean) => {
      if (!sendFrame({ type: 'react', seq, emoji, isOn })) settings.onRefused(notConnected)
    },
    /** The server takes the preview away for everyone. */
    removePreview: (seq: number) => {
      if (!sendFrame({ type: 'remove-preview', seq })) settings.onRefused(notConnected)
    },
    /** Shows the vote at once, and takes it back if the server refuses it. Without a connection it is sent with the next one. */
    vote: (seq: number, choices: readonly number[]) => {
      setState({ pendingVotes: new Map(state.pendingVotes).set(seq, choices) })
      sendFrame({ type: 'vote', seq, choices: [...choices] })
    },
    /** The mark only rises. */
    read: (seq: number) => {
      if (seq <= (state.marks.get(viewer.id) ?? 0) || state.connection !== 'open') return
      setState(raiseMark(state, viewer.id, seq))
      marks.send()
    },
    type: () => {
      const now = Date.now()
      if (now - typingSentAt < typingInterval || !sendFrame({ type: 'typing' })) return
      typingSentAt = now
    },
  }
}

export type ConversationStore = ReturnType<typeof createConversation>
