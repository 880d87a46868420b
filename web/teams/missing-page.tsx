import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { pageFrame } from '../ui/page-frame.tsx'

/** Says that a community or an organization does not exist, and leads to others. */
export const MissingPage = ({ heading, title }: { heading: string; title: string }) => (
  <div className={pageFrame('narrow', 'pt-8')}>
    <h1>{heading}</h1>
    <EmptyState
      title={title}
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
