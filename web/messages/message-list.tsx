import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { labelDay } from '../ui/day-label.ts'
import { Spinner } from '../ui/spinner.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { useNow } from '../ui/use-now.ts'
import type { ShownConversation } from './conversation-types.ts'
import type { MessageActions } from './message-actions.ts'
import { MessageRow } from './message-row.tsx'
import { newsKey, type Row, type ShownMessage } from './rows.ts'
import { useScrollGoal } from './use-scroll-goal.ts'

export type MessageListHandle = { scrollToEnd: () => void; scrollToMessage: (key: string) => void }

type MessageListProps = {
  ref: Ref<MessageListHandle>
  conversationId: string
  rows: readonly Row[]
  messages: readonly ShownMessage[]
  viewerId: string
  mayWrite: boolean
  /** The text below the viewer's last message that somebody has read. */
  seen: { seq: number; text: string } | null
  /** What happens now, such as that somebody is typing. */
  status: string
  /** How many messages below the screen the viewer has not read. */
  unreadCount: number
  hasOlder: boolean
  older: ShownConversation['older']
  onLoadOlder: () => void
  /** Called with the last message that is on the screen. */
  onSee: (seq: number) => void
  /** Shows this message, which may not be loaded yet. */
  onJump: (seq: number) => void
  /** The first message that the viewer has not read, if it is not loaded yet. */
  firstUnread: number | null
  actions: Omit<MessageActions, 'showOriginal'>
}

/** The space above the first message, where older ones are loaded. */
const topSpace = 60
/** Somebody who is this near to the newest message sees the next one at once. */
const endDistance = 100
/** Older messages are loaded when so few rows are left above the screen. */
const rowsBeforeTop = 8

const isMessage = (row: Row | undefined): row is Row & { kind: 'message' } => row?.kind === 'message'

/** The height of a row with one line of text. The real height replaces it when the row is drawn. */
const estimateHeight = (row: Row | undefined) => (!isMessage(row) ? 40 : row.isFirst ? 60 : 28)

/** The messages, anchored at the newest. Only those near the screen are in the page. */
export function MessageList(props: MessageListProps) {
  const {
    ref,
    rows,
    messages,
    viewerId,
    mayWrite,
    seen,
    status,
    unreadCount,
    hasOlder,
    older,
    onLoadOlder,
    onSee,
    onJump,
    firstUnread,
    actions,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow(60_000)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endDistance,
    overscan: 8,
    paddingStart: topSpace,
    paddingEnd: 12,
  })
  const items = virtualizer.getVirtualItems()
  const firstIndex = items[0]?.index ?? 0
  const { goTo, hasLanded } = useScrollGoal(virtualizer, rows)

  // Opens at the first new message, or at the newest. Who has scrolled up meanwhile stays there.
  const isOpened = useRef(false)
  const openAt = useEffectEvent((hasNews: boolean) => {
    if (isOpened.current && !virtualizer.isAtEnd(endDistance)) return
    isOpened.current = true
    if (hasNews) goTo(newsKey, 'start')
    else virtualizer.scrollToEnd()
  })
  const hasNews = rows.some(({ kind }) => kind === 'news')
  useLayoutEffect(() => openAt(hasNews), [hasNews])
  // In development, React runs the effects of a new component twice, and the list starts at its top again.
  useLayoutEffect(
    () => () => {
      isOpened.current = false
    },
    [],
  )

  const viewHeight = virtualizer.scrollRect?.height ?? 0
  // The view gets lower when the field grows, or the keyboard of a phone opens. Who was at the newest message stays there.
  const heightBefore = useRef(0)
  const keepEnd = useEffectEvent((height: number) => {
    const endBefore = (virtualizer.scrollOffset ?? 0) + heightBefore.current
    const isLower = height < heightBefore.current
    heightBefore.current = height
    if (isLower && isOpened.current && endBefore >= virtualizer.getTotalSize() - endDistance) virtualizer.scrollToEnd()
  })
  useLayoutEffect(() => keepEnd(viewHeight), [viewHeight])
  // Not while the list is still on its way to where it opens.
  const isAtTop = (hasLanded && (virtualizer.scrollOffset ?? 0) < topSpace) || virtualizer.getTotalSize() <= viewHeight
  const isLookingBack = virtualizer.scrollDirection === 'backward' || isAtTop
  const isOlderDue = isLookingBack && firstIndex < rowsBeforeTop && hasOlder && !older.isLoading && older.error === null
  useEffect(() => {
    if (isOlderDue) onLoadOlder()
  }, [isOlderDue, onLoadOlder])

  const viewEnd = (virtualizer.scrollOffset ?? 0) + viewHeight
  const lastSeen = items.findLast(({ index, start }) => start < viewEnd && isMessage(rows[index]))
  const lastSeenRow = lastSeen && rows[lastSeen.index]
  const seenSeq = isMessage(lastSeenRow) ? lastSeenRow.message.seq : null
  useEffect(() => {
    if (seenSeq !== null) onSee(seenSeq)
  }, [seenSeq, onSee])

  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const [keyToFocus, setKeyToFocus] = useState<string | null>(null)
  const drawnKeys = items.flatMap(({ index }) => (isMessage(rows[index]) ? [rows[index].key] : []))
  // It must be in the page: otherwise the Tab key does not reach the messages.
  const tabStop = drawnKeys.find((key) => key === focusedKey) ?? (isMessage(lastSeenRow) ? lastSeenRow.key : drawnKeys.at(-1))
  useEffect(() => {
    if (keyToFocus === null) return
    const element = scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(keyToFocus)}"]`)
    if (!element) return
    element.focus({ preventScroll: true })
    setKeyToFocus(null)
  })
  const scrollToMessage = (key: string) => {
    if (!rows.some((row) => row.key === key)) return
    goTo(key, 'auto')
    setKeyToFocus(key)
  }
  useImperativeHandle(ref, () => ({ scrollToEnd: () => virtualizer.scrollToEnd(), scrollToMessage }))

  const moveFocus = (message: ShownMessage) => (event: KeyboardEvent) => {
    // The buttons of a message keep their keys.
    if (event.target !== event.currentTarget) return
    const at = messages.indexOf(message)
    const targets: Record<string, ShownMessage | undefined> = {
      ArrowUp: messages[at - 1],
      ArrowDown: messages[at + 1],
      Home: messages[0],
      End: messages.at(-1),
    }
    if (!(event.key in targets)) return
    event.preventDefault()
    const target = targets[event.key]
    if (target) scrollToMessage(target.key)
  }
  const bySeq = new Map(messages.map((message) => [message.seq, message]))
  const rowActions: MessageActions = {
    ...actions,
    showOriginal: ({ replyTo }) => {
      if (replyTo !== null) onJump(replyTo)
    },
  }

  return (
    <>
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          role="log"
          aria-label="Messages"
          // Rows also appear when the person scrolls. New messages of others are announced elsewhere.
          aria-live="off"
          className="h-full overflow-x-hidden overflow-y-auto overscroll-none"
        >
          <div className="flex min-h-full flex-col justify-end">
            {/* For who wants less motion, each style changes a frame later (styles.css). The rows must move together with the scroll position. */}
            <div className="relative flex-none transition-none" style={{ height: virtualizer.getTotalSize() }}>
              <TopLine hasOlder={hasOlder} older={older} onRetry={onLoadOlder} />
              {items.map(({ key, index, start }) => {
                const row = rows[index]
                if (!row) return null
                return (
                  <div
                    key={key}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    className="absolute inset-x-0 top-0 transition-none"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    {row.kind === 'day' && <DayLine label={labelDay(new Date(row.at), new Date(now))} />}
                    {row.kind === 'news' && <NewsLine count={row.count} />}
                    {row.kind === 'message' && (
                      <MessageRow
                        conversationId={props.conversationId}
                        message={row.message}
                        isFirst={row.isFirst}
                        isOwn={row.message.authorId === viewerId}
                        mayWrite={mayWrite}
                        original={row.message.replyTo === null ? null : (bySeq.get(row.message.replyTo) ?? null)}
                        seenBy={seen !== null && row.message.seq === seen.seq ? seen.text : null}
                        isTabStop={row.key === tabStop}
                        actions={rowActions}
                        onKeyDown={moveFocus(row.message)}
                        onFocus={() => setFocusedKey(row.key)}
                      />
                    )}
                  </div>
                )
              })}
            </div>
          </div>
        </div>
        {firstUnread !== null && (
          <button
            type="button"
            onClick={() => onJump(firstUnread)}
            className="absolute top-3 left-1/2 z-10 inline-flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-card px-4 text-small font-strong whitespace-nowrap shadow-card hover:bg-wash"
          >
            <ArrowUp size={17} aria-hidden="true" />
            First unread
          </button>
        )}
      </div>
      {/* Its height is always the same, because a list that changes its height while it scrolls would move. The button covers no message. */}
      <div className="flex min-h-12 items-center justify-between gap-3 px-4.5 pb-1 text-small sm:px-7">
        <p className="min-w-0 text-soft">{status}</p>
        {!virtualizer.isAtEnd(endDistance) && rows.length > 0 && (
          <button
            type="button"
            onClick={() => virtualizer.scrollToEnd({ behavior: 'smooth' })}
            className="inline-flex min-h-11 flex-none items-center gap-2 rounded-full border border-line bg-card px-4 font-strong hover:bg-wash"
          >
            <ArrowDown size={17} aria-hidden="true" />
            {unreadCount > 0 ? `${unreadCount} new` : 'Newest'}
          </button>
        )}
      </div>
    </>
  )
}

type TopLineProps = Pick<MessageListProps, 'hasOlder' | 'older'> & { onRetry: () => void }

function TopLine({ hasOlder, older, onRetry }: TopLineProps) {
  return (
    <div className="absolute inset-x-0 top-0 grid h-15 place-items-center px-4.5 text-small text-soft">
      {older.error !== null ? (
        <p role="alert" className="flex flex-wrap justify-center gap-x-3">
          Older messages could not be loaded. <TextButton onClick={onRetry}>Try again</TextButton>
        </p>
      ) : hasOlder ? (
        <span role="status">
          <Spinner />
          <span className="sr-only">Loading older messages</span>
        </span>
      ) : (
        'This is where the conversation starts.'
      )}
    </div>
  )
}

const DayLine = ({ label }: { label: string }) => (
  <p className="flex items-center gap-3.5 px-4.5 pt-4 pb-1 text-tiny font-strong text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line sm:px-7">
    {label}
  </p>
)

const NewsLine = ({ count }: { count: number }) => (
  <p className="flex items-center gap-3.5 px-4.5 py-2 text-tiny font-strong text-court before:h-px before:flex-1 before:bg-court after:h-px after:flex-1 after:bg-court sm:px-7">
    {count} new
  </p>
)
