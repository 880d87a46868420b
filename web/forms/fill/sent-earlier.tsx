import { LinkButton } from '../../ui/button.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { LastHeading } from './last-heading.tsx'

/** It arrived when it was sent first, but the answer was lost, and the person has changed something since. */
export const SentEarlier = ({ message, path }: { message: string; path: string }) => (
  <div className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-12')}>
    <LastHeading>Sent already</LastHeading>
    <p>{message}</p>
    <LinkButton to={path} variant="primary">
      See what you sent
    </LinkButton>
  </div>
)
