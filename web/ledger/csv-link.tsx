import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { paymentErrors } from '../../domain/errors/payment-errors.ts'
import { buttonClasses } from '../ui/button.tsx'
import { type BooksOf, ledgerMonths } from './queries.ts'

type CsvLinkProps = {
  of: BooksOf
  path: string
  /** What the file of a host leaves out. */
  note?: string
}

/** The books of a community can be downloaded with a plan, which its list of months says. */
export function CsvLink({ of, path, note }: CsvLinkProps) {
  const { data } = useInfiniteQuery({ ...ledgerMonths(of), enabled: of !== undefined })
  const canExport = of === undefined || data?.pages[0]?.canExport
  if (canExport === undefined) return null
  if (!canExport)
    return (
      <p className="text-soft">
        {paymentErrors.ExportNeedsPro.message}{' '}
        <Link to="/organizer/pricing" className="font-strong text-court underline-offset-3 hover:underline">
          See plans
        </Link>
      </p>
    )
  return (
    <div className="grid justify-items-start gap-1.5">
      <a href={path} download className={buttonClasses()}>
        <Download size={17} aria-hidden="true" /> Download as CSV
      </a>
      {of === undefined && note && <p className="text-small text-soft">{note}</p>}
    </div>
  )
}
