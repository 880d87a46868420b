import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { MessageShapes } from './message-shapes.tsx'

export const panelClasses = 'flex h-full min-h-0 min-w-0 flex-col'

export const ConversationLoading = () => (
  <Loading className={panelClasses}>
    <span className="flex items-center gap-3 border-b border-line px-4.5 py-3 sm:px-7">
      <Skeleton className="size-10 rounded-full" />
      <Skeleton className="h-5 w-40" />
    </span>
    <MessageShapes />
  </Loading>
)
