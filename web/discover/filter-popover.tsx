import { type ComponentType, type RefObject, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { popoverClasses } from '../ui/overlay-classes.ts'
import { useIsPhone } from '../ui/use-media.ts'
import type { FilterName, FilterProps } from './filter-bar.tsx'
import {
  ActivityFilter,
  CommunityFilter,
  DateFilter,
  LevelFilter,
  PriceFilter,
  SeatsFilter,
  TimeFilter,
  WhereFilter,
} from './filter-contents.tsx'

const contents: Record<FilterName, ComponentType<FilterProps>> = {
  activities: ActivityFilter,
  where: WhereFilter,
  dates: DateFilter,
  time: TimeFilter,
  level: LevelFilter,
  price: PriceFilter,
  seats: SeatsFilter,
  communities: CommunityFilter,
}

const widths: Record<FilterName, string> = {
  activities: 'w-[25rem]',
  where: 'w-[22rem]',
  dates: 'w-[25rem]',
  time: 'w-auto',
  level: 'w-[20rem]',
  price: 'w-auto',
  seats: 'w-auto',
  communities: 'w-[20rem]',
}

type FilterPopoverProps = FilterProps & {
  name: FilterName
  title: string
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The popover (on a phone, a sheet) to change one filter. Changes apply at once. */
export default function FilterPopover({ name, title, trigger, onClose, onChange, ...props }: FilterPopoverProps) {
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(true)
  const Content = contents[name]
  const close = () => {
    setOpen(false)
    onClose()
  }
  const content = <Content {...props} onChange={onChange} />
  if (isPhone) {
    return (
      <Dialog
        title={title}
        isOpen={isOpen}
        onClose={close}
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        {content}
      </Dialog>
    )
  }
  return (
    <Popover
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      placement="bottom start"
      offset={8}
      className={popoverClasses(`max-w-[calc(100vw-2rem)] p-4! ${widths[name]}`)}
    >
      <AriaDialog aria-label={title} className="outline-none">
        {content}
      </AriaDialog>
    </Popover>
  )
}
