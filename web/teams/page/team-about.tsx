import { Fragment } from 'react'
import { Link } from 'react-router'
import { organizationPath } from '../../../domain/organizations/paths.ts'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
import { useViewer } from '../../app-state.ts'
import { Card } from '../../ui/card.tsx'

type TeamAboutProps = {
  team: TeamDetail
  /** The origin of the product, on the domain of a community. */
  origin?: string
  className?: string
}

/** The description, who founded the community, the organizations to which it belongs, and its topics. */
export function TeamAbout({ team, origin = '', className }: TeamAboutProps) {
  const { description, creator, topics, organizations } = team
  const viewer = useViewer()
  if (!description && !creator && topics.length === 0 && organizations.length === 0) return null
  return (
    <Card className={className}>
      <section aria-labelledby="team-about" className="grid gap-2 p-5">
        <h2 id="team-about" className="text-title">
          About
        </h2>
        {description && <p className="text-[0.9375rem] whitespace-pre-line wrap-anywhere">{description}</p>}
        {creator && (
          <p className="text-[0.9375rem] text-soft wrap-anywhere">
            Founded by{' '}
            {viewer?.profileComplete ? (
              <Link to={`${origin}/profile/${creator.id}`} className="font-medium text-ink underline-offset-3 hover:underline">
                {creator.name}
              </Link>
            ) : (
              creator.name
            )}
          </p>
        )}
        {organizations.length > 0 && (
          <p className="text-[0.9375rem] text-soft wrap-anywhere">
            Part of{' '}
            {organizations.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <Link to={origin + organizationPath(id)} className="font-medium text-ink underline-offset-3 hover:underline">
                  {name}
                </Link>
              </Fragment>
            ))}
          </p>
        )}
        {topics.length > 0 && (
          <>
            <h3 className="pt-2 text-small font-strong">Topics</h3>
            <ul className="grid gap-1.5">
              {topics.map((topic) => (
                <li key={topic.id} className="grid text-[0.9375rem] wrap-anywhere">
                  <span className="font-medium">{topic.name}</span>
                  {topic.description && <span className="text-small text-soft">{topic.description}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </Card>
  )
}
