'use client';

import { Contrast } from 'lucide-react';
import { useTheme } from 'next-themes';

/** Light or dark. The first visit follows the system. */
export function ThemeToggle() {
  const toggle = useToggleTheme();
  return <button type="button" className="pill px-2" aria-label="Switch between light and dark" title="Light or dark (d t)" onClick={toggle}><Contrast size={15} aria-hidden /></button>;
}

export function useToggleTheme(): () => void {
  const { resolvedTheme, setTheme } = useTheme();
  return () => setTheme(resolvedTheme === 'dark' ? 'light' : 'dark');
}
