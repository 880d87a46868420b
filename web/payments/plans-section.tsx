import { useSearchParams } from 'react-router'
import type { PaymentsOverview } from '../../domain/payments/contract.ts'
import { useConfig, usePlatform, useViewer } from '../app-state.ts'
import { LinkButton } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { changeParameter, memberPlusChange } from './member-plus-path.ts'
import { PaidForRow } from './paid-for-row.tsx'
import { toOwnHolder, toTeamHolder } from './plan-holder.ts'
import { PlanRow } from './plan-row.tsx'

/** The plans of the communities whose money the viewer manages, and their own plan. */
export function PlansSection({ overview }: { overview: PaymentsOverview }) {
  const { flags } = useConfig()
  const platform = usePlatform()
  const viewer = useViewer()
  const [search, setSearch] = useSearchParams()
  const change = search.get(changeParameter)
  const forgetChange = () =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(changeParameter)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Section title="Your Subscriptions" intro="The plans of your communities, and your own.">
      <div className="grid gap-1">
        <h3 className="text-small! font-strong text-soft">Community Subscription</h3>
        {overview.teams.length + overview.paidFor.length > 0 ? (
          <ul>
            {overview.teams.map((team) => (
              <PlanRow
                key={team.id}
                holder={toTeamHolder(team)}
                title={team.name}
                isOpenAtFirst={change === team.id}
                onClosed={forgetChange}
              />
            ))}
            {overview.paidFor.map((paidFor) => (
              <PaidForRow key={paidFor.subscription.id} paidFor={paidFor} />
            ))}
          </ul>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
            <p className="max-w-[44ch] min-w-0 text-soft">The plan of a community is here once you own one or manage its money.</p>
            <div className="flex flex-wrap gap-2.5">
              <LinkButton size="small" to="/teams/create">
                Start a community
              </LinkButton>
              <LinkButton size="small" to="/organizer/pricing">
                See plans
              </LinkButton>
            </div>
          </div>
        )}
      </div>
      {viewer && (
        <div className="grid gap-1 border-t border-line pt-5">
          <h3 className="text-small! font-strong text-soft">Member Plus Subscription</h3>
          <ul>
            <PlanRow
              holder={toOwnHolder(overview, viewer.id, platform)}
              title="You"
              isOpenAtFirst={change === memberPlusChange && flags.subscriptionsEnabled}
              onClosed={forgetChange}
            />
          </ul>
        </div>
      )}
    </Section>
  )
}
