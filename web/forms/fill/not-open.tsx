import { formatFullMoment } from '../../../domain/events/format-when.ts'
import type { OpenForm } from '../../../domain/forms/fill-contract.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { useConfig } from '../../app-state.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'

type NotOpenProps = { form: OpenForm; now: number }

/** A form that nobody can fill at the moment. */
export function NotOpen({ form, now }: NotOpenProps) {
  const { title, team, timeZone } = form
  const { host, productUrl } = useConfig()
  const write = (at: number) => formatFullMoment(at, { timeZone, now })
  return (
    <div className={pageFrame('narrow', 'pt-6 sm:pt-12')}>
      <p className="text-soft wrap-anywhere">{team.name}</p>
      <h1 className="mt-1 wrap-anywhere">{title}</h1>
      <EmptyState
        title={titleOf(form, write)}
        action={
          <LinkButton to={(host === 'product' ? '' : productUrl) + teamPath(team.id)}>
            <span className="wrap-anywhere">See {team.name}</span>
          </LinkButton>
        }
      >
        {nextStepOf(form)}
      </EmptyState>
    </div>
  )
}

function titleOf({ state, opensAt, closesAt }: OpenForm, write: (at: number) => string): string {
  if (state === 'early') return opensAt === null ? 'This form is not open yet' : `This form opens ${write(opensAt)}`
  if (state === 'full') return 'This form is full'
  return closesAt === null ? 'This form is closed' : `This form closed ${write(closesAt)}`
}

const nextStepOf = ({ state }: OpenForm) =>
  state === 'early'
    ? 'Come back then, with the same link.'
    : state === 'full'
      ? 'It has as many submissions as it takes. The organizers may open more places.'
      : 'If you still want to send it, ask the organizers.'
