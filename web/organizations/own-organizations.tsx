import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { organizationPath } from '../../domain/organizations/paths.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ownOrganizations } from './queries.ts'

const OrganizationFormDialog = lazy(() => import('./organization-form-dialog.tsx'))

/** The organizations that the viewer owns, and a button for a new one. */
export function OwnOrganizations() {
  const { data: organizations, error, refetch, isFetching } = useQuery(ownOrganizations)
  const [isFormOpen, setFormOpen] = useState(false)
  if (!organizations && !error) return null
  return (
    <section aria-labelledby="own-organizations" className="grid gap-2 pt-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h2 id="own-organizations" className="text-title">
          Organizations
        </h2>
        <Button size="small" aria-haspopup="dialog" onClick={() => setFormOpen(true)}>
          <Plus size={16} aria-hidden="true" /> New organization
        </Button>
      </div>
      {!organizations ? (
        <ErrorNotice title="We could not load your organizations" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : organizations.length === 0 ? (
        <p className="text-soft">An organization holds several communities on one page, such as a club or a league.</p>
      ) : (
        <ul aria-label="Your organizations" className="border-b border-line">
          {organizations.map(({ id, name }) => (
            <li key={id} className="border-t border-line">
              <Link
                to={organizationPath(id)}
                className="flex min-h-14 items-center text-lead font-strong tracking-tight wrap-anywhere hover:text-court"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Suspense>{isFormOpen && <OrganizationFormDialog onClose={() => setFormOpen(false)} />}</Suspense>
    </section>
  )
}
