import { Timer } from 'lucide-react'
import { slowPauseNames, writeWait } from '../../domain/messages/slow-mode.ts'
import { useNow } from '../ui/use-now.ts'
import type { SlowState } from './slow-state.ts'
import { useIsBefore } from './use-is-before.ts'

/** Says above the field that slow mode is on, and when the viewer may write again. */
export default function SlowModeLine({ slow, mayModerate }: { slow: SlowState; mayModerate: boolean }) {
  const isWaiting = useIsBefore(slow.until) && !mayModerate
  return (
    <p className="flex items-start gap-1.5 px-4.5 pb-1.5 text-small text-soft sm:px-7">
      <Timer size={16} aria-hidden="true" className="mt-0.5 flex-none" />
      <span>
        Slow mode: {slow.pause !== null && slowPauseNames[slow.pause].toLowerCase()}
        {mayModerate ? ', but not for you.' : '.'} {isWaiting && <Countdown until={slow.until} />}
      </span>
    </p>
  )
}

function Countdown({ until }: { until: number }) {
  const now = useNow(1000)
  return <span role="timer">You can write again in {writeWait(until - now)}.</span>
}
