import type { SubmissionPayment } from '../../../../domain/forms/payment-contract.ts'
import type { Submission } from '../../../../domain/forms/submission-contract.ts'
import { nameOf } from '../list-columns.ts'
import { drawBlocks } from './draw-blocks.ts'
import { listBlocks } from './list-blocks.ts'

/** A submission as a PDF. It is made in the browser, so what it says goes nowhere else. */
export async function makeSubmissionPdf(
  submission: Submission,
  payment: SubmissionPayment | null,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = await listBlocks({ submission, payment, names })
  return drawBlocks(blocks, { title: `${nameOf(submission)}, ${submission.form.title}`, author: submission.form.team.name })
}
