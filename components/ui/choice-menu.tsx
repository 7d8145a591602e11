'use client';

import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Second line in small print. */
  readonly note?: string;
}

/** A menu in which one of several is chosen. */
export function ChoiceMenu({ trigger, label, choices, value, onChoose, align = 'end' }: {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly align?: 'start' | 'end';
}) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align} sideOffset={6} collisionPadding={10}
          className="z-50 max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] min-w-40 max-w-[min(360px,calc(100vw-20px))] overflow-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-pop"
        >
          <DropdownMenu.Label className="px-2 pb-1 pt-1.5 text-2xs text-ink-3">{label}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={value} onValueChange={onChoose}>
            {choices.map((choice) => (
              <DropdownMenu.RadioItem
                key={choice.value} value={choice.value}
                className="flex cursor-pointer items-start gap-2 rounded-md py-1.5 pl-2 pr-3 outline-none data-[highlighted]:bg-hover"
              >
                <span className="mt-0.5 w-4 shrink-0"><DropdownMenu.ItemIndicator><Check size={14} aria-hidden /></DropdownMenu.ItemIndicator></span>
                <span className="min-w-0">
                  {choice.label}
                  {choice.note ? <span className="block text-xs text-ink-3">{choice.note}</span> : null}
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
