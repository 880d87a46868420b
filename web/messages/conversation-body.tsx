import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import type { NewPoll } from '../../domain/messages/polls.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading } from '../ui/skeleton.tsx'
import { useIsTabVisible } from '../ui/use-tab-visible.ts'
import { Announcer } from './announcer.tsx'
import { Composer, ComposerNote, type ComposerTask } from './composer.tsx'
import type { ConversationStore } from './conversation-store.ts'
import type { ShownConversation } from './conversation-types.ts'
import type { UnsentFile } from './files/unsent-file.ts'
import { MessageList, type MessageListHandle } from './message-list.tsx'
import { MessageShapes } from './message-shapes.tsx'
import { PinLine } from './pin-line.tsx'
import { hidingMessage, pinningMessage } from './queries.ts'
import { RemovedNote } from './removed-note.tsx'
import { RequestBar } from './request-bar.tsx'
import { buildRows, listShownMessages, type ShownMessage } from './rows.ts'
import { useOutbox } from './unsent-messages.ts'
import { useIsBefore } from './use-is-before.ts'
import { useJump } from './use-jump.ts'
import { useLinkedGames } from './use-linked-games.tsx'
import { writeReaders } from './write-about.ts'
import { writeSeen, writeTyping } from './write-people.ts'

const ComposerMenu = lazy(() => import('./composer-menu.tsx'))

const SlowModeLine = lazy(() => import('./slow-mode-line.tsx'))

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }))

const MessageDetailsDialog = lazy(async () => ({ default: (await import('./message-details-dialog.tsx')).MessageDetailsDialog }))

const ReportMessageDialog = lazy(async () => ({ default: (await import('./report-message-dialog.tsx')).ReportMessageDialog }))

type ConversationBodyProps = { conversation: OpenConversation; face: Face; store: ConversationStore; state: ShownConversation }

const newMessage: ComposerTask = { kind: 'new' }

/** The messages of a conversation, and the field to write in it. */
export function ConversationBody({ conversation, face, store, state }: ConversationBodyProps) {
  const { id, name, kind, isRequest, blocked } = conversation
  const { outbox, state: unsent } = useOutbox(face.id)
  const [task, setTask] = useState(newMessage)
  // What was new when the viewer came. It does not change while they read.
  const [firstUnread] = useState(conversation.unread > 0 && conversation.last ? conversation.last.seq - conversation.unread + 1 : null)
  const [toDelete, setToDelete] = useState<ShownMessage | null>(null)
  const [detailsOf, setDetailsOf] = useState<number | null>(null)
  const [toReport, setToReport] = useState<ShownMessage | null>(null)
  const games = useLinkedGames()
  const hiding = useMutation(hidingMessage)
  const pinning = useMutation(pinningMessage)
  const list = useRef<MessageListHandle>(null)

  const { messages, faces, pendingTexts, pendingVotes, news, connection, pins } = state
  const shown = useMemo(
    () =>
      listShownMessages(
        { messages, faces, pendingTexts, pendingVotes },
        face,
        unsent.messages.filter(({ conversationId }) => conversationId === id),
        unsent.isWaiting,
      ),
    [messages, faces, pendingTexts, pendingVotes, face, unsent, id],
  )
  const unsentTexts = unsent.messages.flatMap(({ conversationId, text }) => (conversationId === id ? text : [])).join('\n')
  useEffect(() => store.nameUnsent(unsentTexts), [store, unsentTexts])
  const rows = useMemo(() => buildRows(shown, news), [shown, news])
  const readSeq = state.marks.get(face.id) ?? 0
  const unreadCount = shown.filter(({ seq, authorId }) => seq !== null && seq > readSeq && authorId !== face.id).length
  const isOut = connection === 'removed'
  const status = connection === 'lost' ? 'Connecting again' : writeTyping(state, face.id)
  const setPinned =
    conversation.mayPin && !isOut ? (seq: number, isPinned: boolean) => pinning.mutate({ conversationId: id, seq, isPinned }) : null
  const mayWrite = conversation.mayWrite && !isOut && !isRequest && !blocked
  const jump = useJump({ list, messages: shown, isReady: state.isReady, loadBackTo: store.loadBackTo })
  // A message that is still on its way counts already: the server would refuse the next one.
  const isSlowed = state.slow.pause !== null && !conversation.mayModerate
  const isOnItsWay = unsent.messages.some(({ conversationId, refusal }) => conversationId === id && refusal === null)
  const isPaused = useIsBefore(isSlowed ? state.slow.until : 0) || (isSlowed && isOnItsWay)
  const see = useMarkAsRead(store, { mayMark: connection === 'open' && !isRequest, isReady: state.isReady })

  const send = (text: string, files: UnsentFile[]) => {
    if (task.kind === 'edit') {
      const { seq } = task.message
      if (seq !== null && text !== task.message.source) store.changeText(seq, text)
    } else {
      const replyTo = task.kind === 'reply' ? task.message.seq : null
      const message = { clientId: crypto.randomUUID(), conversationId: id, text, replyTo, ...(files.length > 0 && { files }) }
      outbox.add(message, Date.now())
      list.current?.scrollToEnd()
    }
    setTask(newMessage)
  }
  const sendPoll = (question: string, poll: NewPoll) => {
    outbox.add({ clientId: crypto.randomUUID(), conversationId: id, text: question, replyTo: null, poll }, Date.now())
    list.current?.scrollToEnd()
  }
  const editLast = () => {
    const last = shown.findLast(({ seq, text, authorId, poll }) => seq !== null && text !== null && authorId === face.id && !poll?.voters)
    if (last) setTask({ kind: 'edit', message: last })
  }
  const copy = ({ text }: ShownMessage) => {
    navigator.clipboard.writeText(text ?? '').then(
      () => showSnackbar('Copied'),
      () => showSnackbar('Your browser does not let us copy this.', { tone: 'alarm' }),
    )
  }

  return (
    <>
      {pins.length > 0 && !isOut && (
        <PinLine pins={pins} faces={faces} viewer={face} onJump={jump} onUnpin={setPinned && ((seq) => setPinned(seq, false))} />
      )}
      {!state.isReady ? (
        <Loading className="flex min-h-0 flex-1 flex-col justify-end">
          <MessageShapes />
        </Loading>
      ) : rows.length === 0 ? (
        <div className="grid min-h-0 flex-1 place-items-center px-7">
          <EmptyState title="No messages yet">
            {kind === 'direct' ? `Say hello to ${name}.` : `${writeReaders(kind)} reads what you write here.`}
          </EmptyState>
        </div>
      ) : (
        <MessageList
          ref={list}
          conversationId={id}
          rows={rows}
          messages={shown}
          viewerId={face.id}
          mayWrite={mayWrite}
          seen={writeSeen(state, face, shown, kind === 'direct')}
          status={status}
          unreadCount={unreadCount}
          hasOlder={state.hasOlder}
          older={state.older}
          onLoadOlder={store.loadOlder}
          onSee={see}
          onJump={jump}
          firstUnread={firstUnread !== null && (messages[0]?.seq ?? 0) > firstUnread && state.hasOlder ? firstUnread : null}
          actions={{
            reply: (message) => setTask({ kind: 'reply', message }),
            edit: (message) => setTask({ kind: 'edit', message }),
            remove: setToDelete,
            removePreview: ({ seq }) => seq !== null && store.removePreview(seq),
            react: ({ seq }, emoji, isOn) => seq !== null && store.react(seq, emoji, isOn),
            showDetails: ({ seq }) => setDetailsOf(seq),
            copy,
            report: setToReport,
            poll: {
              conversationId: id,
              isConnected: connection === 'open',
              mayModerate: conversation.mayModerate,
              vote: ({ seq }, choices) => seq !== null && store.vote(seq, choices),
            },
            game: games.actions,
            setHidden: conversation.mayModerate
              ? ({ seq }, isHidden) => seq !== null && hiding.mutate({ conversationId: id, seq, isHidden })
              : null,
            pin: setPinned && {
              isPinned: ({ seq }) => pins.some((pin) => pin.seq === seq),
              set: ({ seq }, isPinned) => seq !== null && setPinned(seq, isPinned),
            },
            retry: ({ clientId }) => outbox.retry(clientId),
            discard: ({ clientId }) => outbox.discard(clientId),
          }}
        />
      )}
      {(!state.isReady || rows.length === 0) && <p className="min-h-12 px-4.5 text-small text-soft sm:px-7">{status}</p>}
      {state.slow.pause !== null && mayWrite && (
        <Suspense>
          <SlowModeLine slow={state.slow} mayModerate={conversation.mayModerate} />
        </Suspense>
      )}
      <Announcer messages={shown} viewerId={face.id} isLoaded={state.isReady} />
      {isOut ? (
        <ComposerNote>You are no longer in this conversation. What you have not sent is kept on this device.</ComposerNote>
      ) : isRequest ? (
        <RequestBar conversation={conversation} viewerId={face.id} />
      ) : blocked ? (
        <RemovedNote conversation={conversation} viewerId={face.id} />
      ) : conversation.mayWrite ? (
        <Composer
          conversationId={id}
          viewerId={face.id}
          placeholder={kind === 'direct' ? `Message ${name}` : 'Message everyone'}
          tools={(addWords) => (
            <Suspense fallback={<span className="size-11 flex-none" />}>
              <ComposerMenu conversation={conversation} slow={state.slow} isPaused={isPaused} onSendPoll={sendPoll} onAddWords={addWords} />
            </Suspense>
          )}
          isPaused={isPaused}
          task={task}
          onCancel={() => setTask(newMessage)}
          onSend={send}
          onTyping={store.type}
          onMention={store.addPicked}
          onEditLast={editLast}
        />
      ) : (
        <ComposerNote>This account was deleted, so nobody can read new messages here.</ComposerNote>
      )}
      {detailsOf !== null && (
        <Suspense>
          <MessageDetailsDialog conversation={conversation} seq={detailsOf} onClose={() => setDetailsOf(null)} />
        </Suspense>
      )}
      {games.dialog}
      {toReport && (
        <Suspense>
          <ReportMessageDialog conversationId={id} message={toReport} onClose={() => setToReport(null)} />
        </Suspense>
      )}
      {toDelete && (
        <Suspense>
          <ConfirmDialog
            title="Delete this message?"
            confirmLabel="Delete"
            isDangerous
            isOpen
            onClose={() => setToDelete(null)}
            onConfirm={() => {
              if (toDelete.seq !== null) store.changeText(toDelete.seq, null)
            }}
          >
            <p>
              {toDelete.files ? 'Its text and its files are' : 'Its text is'} deleted for everyone. They still see that there was a message.
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}

/** Tells the server how far the viewer has read, while they look at the conversation. */
function useMarkAsRead(
  store: { read: (seq: number) => void },
  { mayMark, isReady }: { mayMark: boolean; isReady: boolean },
): (seq: number) => void {
  const [seenSeq, setSeenSeq] = useState(0)
  const isTabVisible = useIsTabVisible()
  // After a new start, the messages can be others than before.
  useEffect(() => {
    if (!isReady) setSeenSeq(0)
  }, [isReady])
  useEffect(() => {
    if (mayMark && isTabVisible && seenSeq > 0) store.read(seenSeq)
  }, [store, mayMark, isTabVisible, seenSeq])
  return useCallback((seq: number) => setSeenSeq((before) => Math.max(before, seq)), [])
}
