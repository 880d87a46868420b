import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { FormContent } from '../../../domain/forms/content.ts'
import { listFields } from '../../../domain/forms/index-content.ts'
import { submissionPath } from '../../../domain/forms/paths.ts'
import type { SignedWaiver } from '../../../domain/forms/waiver-contract.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { writeSignedWhen } from '../write-signed-before.ts'
import { DrawnSignature } from './drawn-signature.tsx'
import { signedWaivers } from './queries.ts'

type WaiversDialogProps = { formId: string; content: FormContent; onClose: () => void }

/** Who has signed the waivers of a form, for whom, when and how. */
export default function WaiversDialog({ formId, content, onClose }: WaiversDialogProps) {
  const query = useInfiniteQuery(signedWaivers(formId))
  const waivers = query.data?.pages.flatMap((page) => page.waivers)
  return (
    <Dialog title="Signed waivers" isOpen onClose={onClose}>
      {!waivers && query.error && (
        <ErrorNotice
          title="We could not load the waivers"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!waivers && !query.error && (
        <Loading label="Loading the waivers">
          <SkeletonText lines={5} />
        </Loading>
      )}
      {waivers?.length === 0 && <p className="text-soft">Nobody has signed yet, or what was signed has expired.</p>}
      {waivers && waivers.length > 0 && (
        <>
          <ul className="border-b border-line">
            {waivers.map((waiver) => (
              <WaiverRow key={waiver.id} formId={formId} waiver={waiver} label={labelOf(content, waiver.field)} />
            ))}
          </ul>
          <ShowMore query={query} />
        </>
      )}
    </Dialog>
  )
}

const labelOf = ({ pages }: FormContent, id: string) =>
  pages.flatMap(listFields).find(({ field }) => field.id === id)?.field.label ?? 'A waiver of an earlier version'

function WaiverRow({ formId, waiver, label }: { formId: string; waiver: SignedWaiver; label: string }) {
  const { submissionId, person, email, signer, forWhom, signature, wordsHash } = waiver
  const by = person?.name ?? (signer || email || 'A deleted account')
  return (
    <li className="grid gap-1 border-t border-line py-3">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
        <Link to={submissionPath(formId, submissionId)} className="min-w-0 font-strong wrap-anywhere underline-offset-3 hover:underline">
          {forWhom === '' ? by : `${forWhom}, signed by ${by}`}
        </Link>
        <span className="text-small text-soft wrap-anywhere">{label}</span>
      </p>
      <p className="text-small text-soft">{writeSignedWhen(waiver)}</p>
      {'name' in signature ? (
        <p className="text-small wrap-anywhere">Typed: {signature.name}</p>
      ) : (
        <DrawnSignature label={`Signature of ${by}`} strokes={signature.strokes} />
      )}
      <p className="text-small text-soft wrap-anywhere" title="A fingerprint (SHA-256) of the words that were signed">
        Text {wordsHash.slice(0, 16)}
      </p>
    </li>
  )
}
