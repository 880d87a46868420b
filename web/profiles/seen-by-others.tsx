import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { LinkButton } from '../ui/button.tsx'

/** What somebody who does not know the viewer could do here. */
export function SeenByOthers({ profile: { displayName, mayMessage } }: { profile: PublicProfile }) {
  return (
    <aside aria-label="Seen by others" className="mt-5 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
      <div className="grid gap-3 rounded-card border border-line bg-card p-5.5 shadow-card lg:sticky lg:top-8">
        <p>This is how somebody who does not know you sees {displayName}.</p>
        <p className="text-small text-soft">
          They can follow you and ask to connect{mayMessage ? ', and write to you.' : '. Only people you know can write to you.'}
        </p>
        <LinkButton to="/profile" variant="primary">
          Back to my profile
        </LinkButton>
        <LinkButton to="/settings?tab=privacy">Change what they see</LinkButton>
      </div>
    </aside>
  )
}
