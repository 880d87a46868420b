import { SkeletonRows } from '../ui/skeleton-rows.tsx'

/** The gray shapes of messages. Put it inside `Loading`. */
export const MessageShapes = () => (
  <SkeletonRows count={4} className="gap-3 px-4.5 py-3 sm:px-7" picture="size-8.5 rounded-full" lines={['w-32', 'w-3/5']} />
)
