import { joinClasses } from './class-names.ts'
import { ErrorNotice } from './error-notice.tsx'

/** Pages with several columns or lists are wide; texts, forms and single cards are narrow. There is no third width, so the left edge stays between pages. */
const widths = { wide: 'max-w-[1120px]', narrow: 'max-w-[720px]' } as const

/** The classes of the element around a page. They center the page and give all pages the same space at the sides. */
export const pageFrame = (width: keyof typeof widths, className: string) => joinClasses('mx-auto px-4.5 sm:px-7', widths[width], className)

type PageErrorProps = { error: unknown; onRetry: () => void; isRetrying: boolean }

/** Replaces a page whose data could not be loaded. */
export function PageError(props: PageErrorProps) {
  return (
    <div className={pageFrame('wide', 'pt-10')}>
      <ErrorNotice {...props} />
    </div>
  )
}
