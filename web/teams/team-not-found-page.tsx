import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { pageFrame } from '../ui/page-frame.tsx'

export default function TeamNotFoundPage() {
  return (
    <div className={pageFrame(720, 'pt-8')}>
      <h1>Team not found</h1>
      <EmptyState
        title="This community does not exist"
        action={
          <>
            <LinkButton variant="primary" to="/discover/teams">
              Find communities near you
            </LinkButton>
            <LinkButton to="/">Home</LinkButton>
          </>
        }
      >
        It was deleted, or the link is wrong.
      </EmptyState>
    </div>
  )
}
