// Profile: what a person has played: figures, a graph, the matches with their replays; and the account itself.
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../Dialog";
import { useText, useWorded } from "../i18n";
import { faultText } from "../lobby/faults";
import type { ErrorAnswer, GameTotals, PlayedMatch, ProfileOk } from "../protocol/messages";
import { settings } from "../settings";
import { game as store, request } from "../store";
import { AccountForm, DeleteForm } from "./Account";
import { download, everything } from "./export";
import { Graph } from "./Graph";
import { keyOf, points, ratesOf, sumOf } from "./figures";
import { NO_PAGES, pagesOf } from "./pages";
import { useTexts } from "./useTexts";
import "./profile.css";

const PAGE = 20;

export function Profile({ onClose }: { onClose: () => void }) {
  const text = useText();
  const own = useTexts();
  const [profile, setProfile] = useState<ProfileOk | null>(null);
  const [pages, setPages] = useState(NO_PAGES);
  const [more] = useState(() => pagesOf((before) => request("matches", { limit: PAGE, ...(before ? { before } : {}) }), setPages));
  const [fault, setFault] = useState<ErrorAnswer | undefined>();
  const [saving, setSaving] = useState(false);
  const [only, setOnly] = useState(""); // keyOf a game and preset; empty: all
  const user = store.value.user;
  const refused = fault ?? pages.refused;
  useEffect(() => {
    void request("profile", {}).then((answer) => {
      if (answer.t === "ok") setProfile(answer);
      else setFault(answer);
    });
    void more();
  }, []);
  const save = async () => {
    setSaving(true);
    const all = await everything();
    setSaving(false);
    if ("matches" in all) download(all);
    setFault("matches" in all ? undefined : all);
  };
  const { matches } = pages;
  const shown = only ? matches.filter((one) => keyOf(one) === only) : matches;
  return (
    <Dialog title={user ? `${own("title")} · ${user.name}` : own("title")} onClose={onClose} wide>
      {refused && (
        <p class="fault" role="alert">
          {faultText(refused, text)}
        </p>
      )}
      {profile && user && (
        <div class="profile">
          {user.guest && <AccountForm name={user.name} />}
          {profile.games.length === 0 ? (
            <p class="dim">{own("none")}</p>
          ) : (
            <>
              <Figures games={profile.games} only={only} choose={setOnly} />
              <Graph matches={shown} />
              <section>
                <h3>{own("matches")}</h3>
                <ul class="list">
                  {shown.map((match) => (
                    <Match key={`${match.desk}.${match.match}`} match={match} />
                  ))}
                </ul>
                {pages.next && (
                  <button data-more-matches disabled={pages.busy} onClick={() => void more()}>
                    {own("more")}
                  </button>
                )}
              </section>
            </>
          )}
          <div class="buttons">
            <button data-export disabled={saving} onClick={() => void save()}>
              {own("export")}
            </button>
          </div>
          <DeleteForm name={user.name} />
        </div>
      )}
    </Dialog>
  );
}

/** The names of a game and of its preset. */
function useNames(): (one: { variant: string; preset?: string }) => string {
  const both = useWorded();
  const { variants } = store.value;
  return ({ variant, preset }) => {
    const known = variants.find((one) => one.id === variant);
    const rules = known?.presets?.find((one) => one.id === preset);
    const name = known ? both(known) : variant;
    return rules ? `${name} · ${both(rules)}` : name;
  };
}

function Figures({ games, only, choose }: { games: GameTotals[]; only: string; choose: (key: string) => void }) {
  const own = useTexts();
  const nameOf = useNames();
  const chosen = games.filter((one) => !only || keyOf(one) === only);
  const all = sumOf(chosen);
  const { win, dealIn, place } = ratesOf(all);
  const figures: [string, string][] = [
    [own("played"), String(all.matches)],
    [own("hands"), String(all.hands)],
    [own("wins"), win],
    [own("dealIns"), dealIn],
    [own("place"), place],
    [own("points"), points(all.points)],
  ];
  return (
    <section>
      <label class="row">
        <span>{own("game")}</span>
        <select name="only" value={only} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{own("all")}</option>
          {games.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {nameOf(one)}
            </option>
          ))}
        </select>
      </label>
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt class="dim">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ol class="places" aria-label={own("places")}>
        {all.places.map((count, at) => (
          <li key={at}>
            <span>{own("nth", { n: at + 1 })}</span>
            <meter min={0} max={Math.max(1, ...all.places)} value={count} aria-label={own("nth", { n: at + 1 })} />
            <b>{count}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Match({ match }: { match: PlayedMatch }) {
  const own = useTexts();
  const nameOf = useNames();
  const { lang } = settings.value;
  const ended = new Date(match.ended_ms).toLocaleString(lang === "zh" ? "zh-CN" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
  const place = match.place ? own("placeOf", { n: match.place, of: match.places }) : own("unscored");
  return (
    <li>
      <details class="match">
        <summary>
          <b>{nameOf(match)}</b>
          <time class="dim" dateTime={new Date(match.ended_ms).toISOString()}>
            {ended}
          </time>
          <span>{match.dissolved ? own("dissolved") : place}</span>
          <Points value={match.points} />
        </summary>
        <ol class="list">
          {match.hands.map((hand) => (
            <li class="row" key={hand.hand}>
              <span>{own("hand", { n: hand.hand + 1 })}</span>
              <span class="dim">{hand.won ? own("won") : hand.dealt_in ? own("dealtIn") : ""}</span>
              {hand.points !== undefined && <Points value={hand.points} />}
              <a href={`${hand.replay}#lang=${lang}`} target="_blank" rel="noopener">
                {own("replay")}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}

const Points = ({ value }: { value: number }) => <b class={`points ${value > 0 ? "plus" : value < 0 ? "minus" : ""}`}>{points(value)}</b>;
