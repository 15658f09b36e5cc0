// Lesson: what a beginner is told in the first hand of a game, in a bubble on the table. It covers neither the hand nor what one answers with.
import { useEffect, useState } from "preact/hooks";
import { useLabel, useText, useWorded } from "../i18n";
import { set, settings } from "../settings";
import { request } from "../store";
import { Tile } from "../tiles/Tile";
import { grouped, inOrder } from "./hints";
import type { Tip } from "./lessons";

interface HandOf {
  desk: string;
  match: number;
  hand: number;
}

export const isOf = (lesson: HandOf, { desk, match, hand }: HandOf): boolean =>
  lesson.desk === desk && lesson.match === match && lesson.hand === hand;

/** Begins the lesson of a hand. Unless the player asked for it, tips of earlier hands are left out. */
export function beginLesson(of: HandOf, game: string, asked: boolean): void {
  const { taught, tips } = settings.peek();
  set({ lesson: { ...of, told: asked ? [] : tips }, taught: taught.includes(game) ? taught : [...taught, game] });
}

export const leaveLesson = (): void => set({ lesson: null });

const joined = (known: readonly string[], more: readonly string[]): string[] => [...new Set([...known, ...more])];

function tell({ keys }: Tip): void {
  const { lesson, tips } = settings.peek();
  if (lesson) set({ lesson: { ...lesson, told: joined(lesson.told, keys) }, tips: joined(tips, keys) });
}

export function Lesson({ desk, tip }: { desk: string; tip: Tip | null }) {
  const text = useText();
  const both = useWorded();
  const label = useLabel();
  const { hints } = settings.value;
  const key = tip?.keys.join(" ");
  // The tip marks its subject as long as the bubble is there. A tip whose moment went by counts as told.
  useEffect(() => {
    if (!tip) return;
    const marked = document.querySelector(tip.at);
    marked?.setAttribute("data-taught", "");
    return () => {
      marked?.removeAttribute("data-taught");
      tell(tip);
    };
  }, [key]);
  return (
    <div aria-live="polite">
      {tip && (
        <section class="lesson" data-lesson={key} aria-label={text("lesson.title")}>
          {tip.texts.map((one, at) => (
            <p key={at}>
              {at === 0 && tip.title && <b>{label(tip.title)} </b>}
              {typeof one === "string" ? text(one) : both(one)}
              {one === "lesson.discard" && <Advice desk={desk} />}
            </p>
          ))}
          <div class="buttons">
            {key === "lesson.hints" && (
              <button data-do="hints" aria-pressed={hints} onClick={() => set({ hints: !hints })}>
                {text("settings.hints")}
              </button>
            )}
            <button class="quiet" data-do="lesson-leave" onClick={leaveLesson}>
              {text("lesson.leave")}
            </button>
            <button class="main" data-do="lesson-next" onClick={() => tell(tip)}>
              {text("lesson.next")}
            </button>
          </div>
        </section>
      )}
    </div>
  );
}

const MOST_ADVISED = 4;

/** The tiles whose discard keeps the hand nearest to a win. */
function Advice({ desk }: { desk: string }) {
  const text = useText();
  const [pieces, setPieces] = useState<string[]>([]);
  useEffect(() => {
    let gone = false;
    void request("hint", { desk }).then((answer) => {
      if (!gone && answer.t === "ok") setPieces(grouped(inOrder(answer.discards))[0]?.pieces.slice(0, MOST_ADVISED) ?? []);
    });
    return () => {
      gone = true;
    };
  }, [desk]);
  if (pieces.length === 0) return null;
  return (
    <span class="advice">
      {text("lesson.advice")}
      <span class="tiles small">
        {pieces.map((piece) => (
          <Tile key={piece} piece={piece} />
        ))}
      </span>
    </span>
  );
}
