import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { organizationPath } from '../../domain/organizations/paths.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { agreeingToLink, endingLink } from './queries.ts'

/** Organizations that ask a community to be part of them, for its owner and organizers. */
export default function TeamRequests({ team: { id: teamId, askedBy }, className }: { team: TeamDetail; className?: string }) {
  const agree = useMutation(agreeingToLink)
  const end = useMutation(endingLink)
  const isBusy = agree.isPending || end.isPending
  return (
    <Card className={className}>
      <section aria-labelledby="organizations-ask" className="grid gap-3 p-5">
        <h2 id="organizations-ask" className="text-title">
          An organization asks
        </h2>
        <ul className="grid gap-4">
          {askedBy.map(({ id, name }) => (
            <li key={id} className="grid gap-2.5">
              <p className="text-[0.9375rem] wrap-anywhere">
                <Link to={organizationPath(id)} className="font-strong underline-offset-3 hover:underline">
                  {name}
                </Link>{' '}
                asks this community to be part of it.
              </p>
              <span className="flex gap-2.5">
                <Button size="small" disabled={isBusy} aria-label={`Decline: ${name}`} onClick={() => end.mutate({ id, teamId })}>
                  Decline
                </Button>
                <Button
                  size="small"
                  variant="primary"
                  disabled={isBusy}
                  aria-label={`Accept: ${name}`}
                  onClick={() => agree.mutate({ id, teamId })}
                >
                  Accept
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}
