import { withWayBack } from '../../domain/access/rules.ts'
import { pages } from '../../domain/pages.ts'
import { useViewer } from '../app-state.ts'
import { Beans } from '../ui/beans.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

const feedback = `/${pages.feedback.path}`

/** At the end of all answers. */
export function NotAnswered() {
  const viewer = useViewer()
  return (
    <aside aria-label="More help" className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-4">
      <Beans size={72} mood="plain" />
      <div className="grid gap-0.5">
        <p className="text-title font-bold tracking-tight">Still have a question?</p>
        <p className="text-soft">Tell us what you were looking for. Our team reads every message.</p>
      </div>
      <div className="col-start-2">
        <LinkButton to={viewer ? feedback : withWayBack('/login', feedback)}>{viewer ? 'Send feedback' : 'Log in and tell us'}</LinkButton>
      </div>
    </aside>
  )
}

export function NothingAnswers({ typed, onClear }: { typed: string; onClear: () => void }) {
  const viewer = useViewer()
  const shown = typed.length > 40 ? `${typed.slice(0, 40)}…` : typed
  return (
    <EmptyState
      title={`No results for “${shown}”`}
      className="py-2"
      action={
        <>
          <Button onClick={onClear}>Show all answers</Button>
          {viewer && <LinkButton to={feedback}>Send feedback</LinkButton>}
        </>
      }
    >
      Try other words or fewer words. {viewer && 'If you cannot find your answer, tell us.'}
    </EmptyState>
  )
}
