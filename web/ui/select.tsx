import { Check, ChevronDown } from 'lucide-react'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, Button, SelectValue } from 'react-aria-components/Select'
import { Text } from 'react-aria-components/Text'
import { joinClasses } from './class-names.ts'
import { controlClasses, FieldError, type FieldTexts } from './field.tsx'
import { optionClasses, popoverClasses } from './overlay-classes.ts'

export type Option<Value extends string> = { value: Value; label: string; hint?: string; isDisabled?: boolean }

type SelectProps<Value extends string> = Omit<FieldTexts, 'isOptional'> & {
  options: readonly Option<Value>[]
  value: Value | null
  onBlur?: () => void
  placeholder?: string
  name?: string
  isDisabled?: boolean
  isRequired?: boolean
  className?: string
} & (
    | { isOptional?: false; onChange: (value: Value) => void }
    /** An optional field can be emptied again: its last option has no value. */
    | { isOptional: true; onChange: (value: Value | null) => void }
  )

/** The key of the option without a value. No value is an empty text. */
const noValue = ''

export function Select<Value extends string>({
  label,
  isLabelHidden,
  hint,
  error,
  options,
  value,
  onBlur,
  placeholder = 'Choose one',
  name,
  isDisabled = false,
  isRequired = false,
  className,
  ...choice
}: SelectProps<Value>) {
  const pick = (key: unknown) => {
    if (choice.isOptional && key === noValue) return choice.onChange(null)
    const picked = options.find((option) => option.value === key)
    if (picked) choice.onChange(picked.value)
  }
  const items: Option<Value | typeof noValue>[] = choice.isOptional ? [...options, { value: noValue, label: 'No answer' }] : [...options]
  return (
    <AriaSelect
      value={value}
      onChange={pick}
      placeholder={placeholder}
      isDisabled={isDisabled}
      isRequired={isRequired}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      {...(onBlur ? { onBlur } : {})}
      {...(name ? { name } : {})}
      className={joinClasses('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}
    >
      <Label className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3 text-small font-strong wrap-anywhere'}>
        {label} {choice.isOptional && <span className="flex-none font-normal text-soft">Optional</span>}
      </Label>
      <Button className={controlClasses(Boolean(error), 'flex h-11.5 items-center justify-between gap-2 pr-3 pl-3.5 text-left')}>
        <SelectValue className="truncate data-placeholder:text-soft">
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <ChevronDown size={18} aria-hidden="true" className="flex-none text-soft" />
      </Button>
      {error && (
        <Text slot="errorMessage">
          <FieldError>{error}</FieldError>
        </Text>
      )}
      {hint && (
        <Text slot="description" className="text-small text-soft">
          {hint}
        </Text>
      )}
      <Popover offset={6} className={popoverClasses('min-w-(--trigger-width) max-w-[min(26rem,calc(100vw-1.5rem))]')}>
        <ListBox className="outline-none">
          {items.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
              className={optionClasses('justify-between')}
            >
              {({ isSelected }) => (
                <>
                  <span className="grid min-w-0 wrap-anywhere">
                    <span className={isSelected ? 'font-strong' : undefined}>{option.label}</span>
                    {option.hint && <span className="text-small text-soft">{option.hint}</span>}
                  </span>
                  <Check size={18} aria-hidden="true" className={joinClasses('flex-none text-court', !isSelected && 'invisible')} />
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
