import { addReturnPath } from '../../domain/access/rules.ts'
import { pages } from '../../domain/pages.ts'
import { useViewer } from '../app-state.ts'
import { Beans } from '../ui/beans.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

const feedbackPath = `/${pages.feedback.path}`

/** Shown after the last answer. */
export function MoreHelp() {
  const viewer = useViewer()
  return (
    <aside aria-label="More help" className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-4">
      <Beans size={72} mood="plain" />
      <div className="grid gap-0.5">
        <p className="text-title font-bold tracking-tight">Still have a question?</p>
        <p className="text-soft">Tell us what you were looking for. Our team reads every message.</p>
      </div>
      <div className="col-start-2">
        <LinkButton to={viewer ? feedbackPath : addReturnPath('/login', feedbackPath)}>
          {viewer ? 'Send feedback' : 'Log in and tell us'}
        </LinkButton>
      </div>
    </aside>
  )
}

export function NoResults({ typed, onClear }: { typed: string; onClear: () => void }) {
  const viewer = useViewer()
  const shown = typed.length > 40 ? `${typed.slice(0, 40)}…` : typed
  return (
    <EmptyState
      title={`No results for “${shown}”`}
      className="py-2"
      action={
        <>
          <Button onClick={onClear}>Show all answers</Button>
          {viewer && <LinkButton to={feedbackPath}>Send feedback</LinkButton>}
        </>
      }
    >
      Try other words or fewer words. {viewer && 'If you cannot find your answer, tell us.'}
    </EmptyState>
  )
}
