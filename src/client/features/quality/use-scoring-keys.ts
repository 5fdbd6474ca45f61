/** Keyboard shortcuts for scoring a call. S, N and A answer the highlighted review criterion, and Ctrl+Enter saves. */
import { useEffect, useRef } from 'react';
import type { CriterionAnswer } from '../../../contract/quality.ts';
import { criterionAnswerShortcuts, callScoringLabels as labels } from './quality-es.ts';
import { isTextFieldTarget, isDialogOrMenuOpen } from '../../hooks/key-target.ts';
import { usePageShortcutsInHelpDialog, type PageShortcutGroup } from '../../layout/page-shortcuts.ts';

const shortcuts: PageShortcutGroup = {
  title: labels.shortcuts,
  shortcuts: [
    { keys: Object.values(criterionAnswerShortcuts), label: labels.answerKeys },
    { keys: ['Ctrl Enter'], label: labels.saveKeys },
  ],
};

/**
 * Time in ms after the key `g` within which a letter key opens another screen instead of answering a review criterion.
 */
const sequenceMs = 1_500;

function answerOfKey({ key }: KeyboardEvent): CriterionAnswer | undefined {
  return (['yes', 'no', 'na'] as const).find((answer) => criterionAnswerShortcuts[answer] === key.toUpperCase());
}

interface ScoringKeys {
  readonly onAnswer: (answer: CriterionAnswer) => void;
  readonly onSave: () => void;
}

export function useCallScoringShortcuts(keys: ScoringKeys): void {
  usePageShortcutsInHelpDialog(shortcuts);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.isComposing || event.repeat || event.altKey || isDialogOrMenuOpen()) return;
      // Radio buttons keep Enter from the page.
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        latest.current.onSave();
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || isTextFieldTarget(event.target)) return;
      const isSecond = event.timeStamp - startedAt < sequenceMs;
      startedAt = event.key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const answer = answerOfKey(event);
      if (answer === undefined || isSecond) return;
      event.preventDefault();
      latest.current.onAnswer(answer);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
