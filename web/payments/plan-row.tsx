import { duesPath } from '../../domain/dues/paths.ts'
import { ledgerPath } from '../../domain/ledger/paths.ts'
import { teamMembershipsPath } from '../../domain/memberships/paths.ts'
import { minute } from '../../domain/time/spans.ts'
import { useConfig } from '../app-state.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { useNow } from '../ui/use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { AddCardButton } from './add-card-button.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { describeNext, type PlanHolder } from './plan-holder.ts'
import { PortalButton } from './portal-button.tsx'

type PlanRowProps = { holder: PlanHolder; title: string; isOpenAtFirst?: boolean; onClosed?: () => void }

/** A plan that somebody has, and the buttons to change it. */
export function PlanRow({ holder, title, isOpenAtFirst = false, onClosed }: PlanRowProps) {
  const { flags } = useConfig()
  const now = useNow(minute)
  const dialog = useLazyOpen(isOpenAtFirst)
  const next = describeNext(holder, now)
  const { type, id, subscription } = holder
  const isPayer = subscription?.isPayer === true
  const close = () => {
    dialog.close()
    onClosed?.()
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4 last:border-b-0">
      <div className="min-w-0">
        <p className="font-strong wrap-anywhere">{title}</p>
        <p className="text-small text-soft">{holder.planName}</p>
        {next && <p className={joinClasses('text-small', next.isWarning ? 'font-medium text-warn' : 'text-soft')}>{next.text}</p>}
        {subscription && !isPayer && <p className="text-small text-soft">Another organizer pays for it.</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {subscription && !isPayer && <AddCardButton owner={{ type, id }} />}
        {isPayer && subscription.graceEndsAt !== null && <PortalButton owner={{ type, id }}>Pay now</PortalButton>}
        {type === 'team' && (
          <>
            <LinkButton size="small" to={ledgerPath(id)}>
              Books
              <VisuallyHidden> of {title}</VisuallyHidden>
            </LinkButton>
            <LinkButton size="small" to={duesPath(id)}>
              Dues
              <VisuallyHidden> of {title}</VisuallyHidden>
            </LinkButton>
            <LinkButton size="small" to={teamMembershipsPath(id)}>
              Memberships
              <VisuallyHidden> of {title}</VisuallyHidden>
            </LinkButton>
          </>
        )}
        {(subscription || flags.subscriptionsEnabled) && (
          <Button size="small" aria-haspopup="dialog" onClick={dialog.open}>
            Change Plan
            <VisuallyHidden> of {title}</VisuallyHidden>
          </Button>
        )}
      </div>
      {dialog.wasOpened && <ChangePlanDialog holder={holder} isOpen={dialog.isOpen} onClose={close} />}
    </li>
  )
}
