import type { Organization } from '../../domain/organizations/contract.ts'

/** The description, and who owns the organization. */
export function OrganizationAbout({ organization: { name, description, owner, createdAt } }: { organization: Organization }) {
  const since = new Date(createdAt).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <section aria-labelledby="organization-about" className="grid max-w-2xl gap-3">
      <h2 id="organization-about" className="text-title">
        About
      </h2>
      <p className="whitespace-pre-line wrap-anywhere">{description || `${name} has no description yet.`}</p>
      <p className="text-soft wrap-anywhere">{owner ? `Run by ${owner.name} since ${since}` : `Here since ${since}`}</p>
    </section>
  )
}
