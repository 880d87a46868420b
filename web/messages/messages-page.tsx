import { lazy, Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import { useViewer } from '../app-state.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useIsWide } from '../ui/use-media.ts'
import { ConversationList } from './conversation-list.tsx'
import { ConversationLoading } from './conversation-loading.tsx'

const loadPanel = () => import('./conversation-panel.tsx')
/** The list does not need it. */
const ConversationPanel = lazy(loadPanel)

/** The list and a conversation, side by side on wide screens. Elsewhere a conversation takes the whole screen. */
export default function MessagesPage() {
  const viewer = useViewer()
  const isWide = useIsWide()
  const { conversationId } = useParams()
  useEffect(() => {
    // The next tap opens a conversation. If its code cannot be loaded now, that tap tries again.
    void afterPaint()
      .then(loadPanel)
      .catch(() => undefined)
  }, [])
  if (!viewer) return null
  const list = <ConversationList viewer={viewer} currentId={conversationId} />
  const panel = conversationId !== undefined && (
    <Suspense fallback={<ConversationLoading />}>
      <ConversationPanel key={conversationId} conversationId={conversationId} viewer={viewer} />
    </Suspense>
  )
  if (!isWide) {
    return panel ? (
      <div data-fills-window="alone" className="h-full">
        {panel}
      </div>
    ) : (
      <div className="mx-auto max-w-[720px]">{list}</div>
    )
  }
  return (
    <div data-fills-window="beside" className="grid h-full grid-cols-[22.5rem_minmax(0,1fr)]">
      <div className="overflow-y-auto overscroll-contain border-r border-line">{list}</div>
      {panel || (
        <div className="grid place-items-center px-7">
          <EmptyState title="Pick a conversation">Or start a new one with the button New.</EmptyState>
        </div>
      )}
    </div>
  )
}
