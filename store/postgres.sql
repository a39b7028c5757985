-- SPDX-License-Identifier: MIT
--
-- postgres.sql - what `ninelives store init` makes in a PostgreSQL database: the tables, and the functions that the nodes
-- call. Everything is in a schema of its own. `ninelives store upgrade` runs the second half of this file again.
--
-- One call is one transaction. Each begins by locking the row of the node that calls (ninelives.fence), and is refused
-- when that node was declared dead. Whoever declares a node dead locks the same row in a way that excludes this: it waits
-- for calls under way, and later ones are refused. Locks are always taken in this order: the own node, the node to
-- bury, tables.

create schema if not exists ninelives;

-- One row. A program may use this database if its own format is at least `oldest` and at most `format`.
create table ninelives.settings(
    format integer not null,
    oldest integer not null,
    secret text    not null);            -- the same for all nodes: by it they hash what they tell each other of visitors

-- A node has a new id each time it starts, and after it was declared dead.
create table ninelives.nodes(
    id      bigint generated always as identity primary key,
    name    text not null,
    version text not null,
    entered timestamptz not null,
    span    interval    not null,        -- how long a renewal lasts
    lease   timestamptz not null,        -- until then nobody may declare it dead
    since   timestamptz not null,        -- from then on it has renewed without a gap, ...
    server  timestamptz not null,        -- ... always at the database server that was started at this time
    gone    timestamptz,
    report  json);                       -- what it tells the others
create unique index nodes_name on ninelives.nodes(name) where gone is null;

create table ninelives.tables(
    id      bigint  primary key,
    text    text    not null,
    sum     bigint  not null,
    made    bigint  not null,            -- milliseconds since 1970, as all times that the program sets
    touched bigint  not null,
    live    boolean not null,
    node    bigint,                      -- who runs it; it is free when that node is gone, too
    epoch   bigint  not null,            -- how often it has changed hands
    stamp   bigint  not null             -- the number of its node's last question about it
) with (fillfactor = 80);
create index tables_live on ninelives.tables(node) where live;
create index tables_node on ninelives.tables(node) where node is not null;

create table ninelives.rounds(
    key  bigint primary key,
    head text   not null,
    tail text);

create table ninelives.moves(
    round  bigint not null,
    number bigint not null,
    at     bigint not null,
    mark   bigint not null,
    by     text   not null,
    ask    text   not null,
    line   text   not null,
    primary key (round, number));

-- Who ran which table when, for whoever wants to check it afterwards.
create table ninelives.claims(
    "table" bigint not null,
    epoch   bigint not null,
    node    bigint not null,
    at      timestamptz not null default clock_timestamp(),
    primary key ("table", epoch));
create index claims_at on ninelives.claims(at);

insert into ninelives.settings values (1, 1, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- FUNCTIONS: from here on everything may be run again.

-- The node that calls must be alive, and stays so until the transaction ends.
create or replace function ninelives.fence(me bigint) returns void language plpgsql as $$
begin
    perform from ninelives.nodes n where n.id = me and n.gone is null for key share;
    if not found then
        raise exception 'this node was declared dead' using errcode = 'NL001';
    end if;
end $$;

-- Declares a node dead if its lease has run out. Waits for whatever it is storing at this moment.
create or replace function ninelives.bury(dead bigint) returns boolean language plpgsql as $$
begin
    perform from ninelives.nodes n where n.id = dead for update;
    update ninelives.nodes n set gone = clock_timestamp()
        where n.id = dead and n.gone is null and n.lease < clock_timestamp();
    return found;
end $$;

-- After the database was away everybody's lease looks as if it had run out. So only a node that has itself renewed for
-- as long as a lease lasts, at this very server, may bury others: by then they had the time to renew as well.
create or replace function ninelives.may_bury(me bigint, dead bigint) returns boolean language sql as $$
    select exists (select from ninelives.nodes m, ninelives.nodes d where m.id = me and d.id = dead
        and m.gone is null and m.lease > clock_timestamp() and m.server = pg_postmaster_start_time()
        and m.since < clock_timestamp() - greatest(m.span, d.span)
        and d.gone is null and d.lease < clock_timestamp())
$$;

-- A new node, or for how many milliseconds another one of that name may still be alive.
create or replace function ninelives.enter(called text, made_by text, lasts interval, out id bigint, out wait_ms integer)
language plpgsql as $$
declare
    other ninelives.nodes;
begin
    for other in select * from ninelives.nodes n where n.name = called and n.gone is null loop
        if not ninelives.bury(other.id) then
            select ceil(extract(epoch from n.lease - clock_timestamp()) * 1000) into wait_ms
                from ninelives.nodes n where n.id = other.id and n.gone is null;
            if wait_ms is not null then
                return;
            end if;
        end if;
    end loop;
    delete from ninelives.nodes n where n.gone < clock_timestamp() - interval '1 day'
        and not exists (select from ninelives.tables t where t.node = n.id);
    insert into ninelives.nodes(name, version, entered, span, lease, since, server)
        values (called, made_by, clock_timestamp(), lasts, clock_timestamp() + lasts, clock_timestamp(),
                pg_postmaster_start_time())
        returning nodes.id into id;
end $$;

-- The others' reports as a JSON list, or NULL when this node is gone.
create or replace function ninelives.renew(me bigint, said json) returns text language plpgsql as $$
begin
    update ninelives.nodes n set lease = clock_timestamp() + n.span, report = coalesce(said, n.report),
        since = case when n.lease > clock_timestamp() and n.server = pg_postmaster_start_time()
                     then n.since else clock_timestamp() end,
        server = pg_postmaster_start_time()
        where n.id = me and n.gone is null;
    if not found then
        return null;
    end if;
    return coalesce((select json_agg(n.report order by n.name)
        from ninelives.nodes n
        where n.id <> me and n.gone is null and n.lease > clock_timestamp() and n.report is not null), '[]');
end $$;

-- The tables of a node that is gone are free, so they need not be touched.
create or replace function ninelives.leave(me bigint) returns void language plpgsql as $$
begin
    perform from ninelives.nodes n where n.id = me for update;
    update ninelives.nodes n set gone = clock_timestamp() where n.id = me and n.gone is null;
end $$;

-- Makes a table this node's. `owner` is another node's name when that one has it. Nothing is locked while looking for
-- the owner, so what was found must still be so when the table is taken. A node that is gone stays gone.
create or replace function ninelives.claim(me bigint, asked bigint, wanted bigint, out known boolean, out owner text)
language plpgsql as $$
declare
    had bigint;
    now_epoch bigint;
begin
    perform ninelives.fence(me);
    loop
        select t.node into had from ninelives.tables t where t.id = wanted;
        known := found;
        if not known then
            return;
        end if;
        if had <> me and ninelives.may_bury(me, had) then
            perform ninelives.bury(had);
        end if;
        select n.name into owner from ninelives.nodes n where n.id = had and n.id <> me and n.gone is null;
        if found then
            return;
        end if;
        update ninelives.tables t set node = me, stamp = asked,
            epoch = t.epoch + (t.node is distinct from me)::integer
            where t.id = wanted and t.node is not distinct from had returning t.epoch into now_epoch;
        if found then
            insert into ninelives.claims("table", epoch, node) values (wanted, now_epoch, me) on conflict do nothing;
            return;
        end if;
    end loop;
end $$;

create or replace function ninelives.release(me bigint, asked bigint, done bigint[]) returns void language sql as $$
    update ninelives.tables t set node = null where t.id = any(done) and t.node = me and t.stamp <= asked
$$;

-- Takes tables with a running clock that nobody has, `most` at a time. Tables at which another node does the same are
-- left to it.
create or replace function ninelives.adopt(me bigint, asked bigint, most integer) returns setof bigint
language plpgsql as $$
begin
    perform ninelives.fence(me);
    perform ninelives.bury(n.id) from ninelives.nodes n
        where n.id <> me and n.gone is null and n.lease < clock_timestamp() and ninelives.may_bury(me, n.id)
        order by n.id;
    delete from ninelives.claims c where c.ctid = any(array(
        select o.ctid from ninelives.claims o where o.at < clock_timestamp() - interval '7 days' limit 100));
    return query
        with free as materialized (
            select t.id, t.node from ninelives.tables t
                where t.live and not exists (select from ninelives.nodes n where n.id = t.node and n.gone is null)
                limit most),
        held as materialized (
            select t.id from ninelives.tables t, free f
                where t.id = f.id and t.live and t.node is not distinct from f.node
                for no key update of t skip locked),
        taken as (
            update ninelives.tables t set node = me, stamp = asked, epoch = t.epoch + 1
                from held h where t.id = h.id returning t.id, t.epoch),
        noted as (
            insert into ninelives.claims("table", epoch, node) select c.id, c.epoch, me from taken c)
        select c.id from taken c;
end $$;

-- Stores what waits for many tables: all of it, or nothing. `again`: it was asked before, and the answer was lost; then
-- what is there already, and the same, is left out. A text is only stored if nothing later was asked about its table.
create or replace function ninelives.append(me bigint, asked bigint, again boolean,
    table_id bigint[], table_made boolean[], table_text text[], table_sum bigint[], table_at bigint[], table_live boolean[],
    head_key bigint[], head_text text[], tail_key bigint[], tail_text text[],
    move_round bigint[], move_number bigint[], move_at bigint[], move_mark bigint[], move_by text[], move_ask text[],
    move_line text[])
returns void language plpgsql as $$
declare
    done integer;
begin
    perform ninelives.fence(me);
    if cardinality(move_round) > 0 then
        insert into ninelives.moves(round, number, at, mark, by, ask, line)
            select u.* from unnest(move_round, move_number, move_at, move_mark, move_by, move_ask, move_line)
                as u(round, number, at, mark, by, ask, line)
            where not (again and exists (select from ninelives.moves m where m.round = u.round and m.number = u.number
                and (m.at, m.mark, m.by, m.ask, m.line) = (u.at, u.mark, u.by, u.ask, u.line)));
    end if;
    if cardinality(head_key) > 0 then
        insert into ninelives.rounds(key, head)
            select u.* from unnest(head_key, head_text) as u(key, head)
            where not (again and exists (select from ninelives.rounds r where r.key = u.key and r.head = u.head));
    end if;
    if cardinality(tail_key) > 0 then
        update ninelives.rounds r set tail = u.tail from unnest(tail_key, tail_text) as u(key, tail) where r.key = u.key;
        get diagnostics done = row_count;
        if done <> cardinality(tail_key) then
            raise exception 'there is no such round' using errcode = 'NL003';
        end if;
    end if;
    if cardinality(table_id) > 0 then
        perform ninelives.put_tables(me, asked, again, table_id, table_made, table_text, table_sum, table_at, table_live);
    end if;
end $$;

create or replace function ninelives.put_tables(me bigint, asked bigint, again boolean,
    table_id bigint[], table_made boolean[], table_text text[], table_sum bigint[], table_at bigint[], table_live boolean[])
returns void language plpgsql as $$
declare
    done integer;
begin
    with taken as (
        insert into ninelives.tables(id, text, sum, made, touched, live, node, epoch, stamp)
            select u.id, u.text, u.sum, u.at, u.at, u.live, me, 1, asked
            from unnest(table_id, table_made, table_text, table_sum, table_at, table_live)
                as u(id, made, text, sum, at, live)
            where u.made and not (again and exists (select from ninelives.tables t
                where t.id = u.id and (t.node, t.made, t.text) = (me, u.at, u.text)))
            returning id)
    insert into ninelives.claims("table", epoch, node) select c.id, 1, me from taken c;
    update ninelives.tables t set text = u.text, sum = u.sum, touched = u.at, live = u.live, stamp = asked
        from unnest(table_id, table_made, table_text, table_sum, table_at, table_live) as u(id, made, text, sum, at, live)
        where not u.made and t.id = u.id and t.node = me and t.stamp <= asked;
    get diagnostics done = row_count;
    if done <> (select count(*) from unnest(table_made) as u(made) where not u.made) then
        raise exception 'another node has this table' using errcode = 'NL002';
    end if;
end $$;

-- A table, the latest of its rounds between two keys, and that round's moves, in one piece: what = 1, 2 and 3. The
-- columns that the first two kinds of row have no use for hold their other texts and numbers.
create or replace function ninelives.look(wanted bigint, low bigint, high bigint)
returns table(what integer, number bigint, at bigint, mark bigint, by text, ask text, line text) language sql stable as $$
    with one as (select r.* from ninelives.rounds r where r.key between low and high order by r.key desc limit 1)
    select 1, null::bigint, t.touched, t.sum, t.live::integer::text, null, t.text
        from ninelives.tables t where t.id = wanted
    union all select 2, r.key & 16777215, null, null, null, r.tail, r.head from one r
    union all select 3, m.number, m.at, m.mark, m.by, m.ask, m.line from ninelives.moves m, one r where m.round = r.key
    order by 1, 2
$$;

-- The moves of a finished round become one row, number 0, which the program writes and reads (pack.c). They must be as
-- many as it has packed. When it was packed already, nothing is left to do.
create or replace function ninelives.pack_round(wanted bigint, n bigint, sum bigint, packed text) returns void
language plpgsql as $$
declare
    done bigint;
begin
    perform from ninelives.rounds r where r.key = wanted and r.tail is not null for update;
    if not found then
        raise exception 'this round is not over' using errcode = 'NL003';
    end if;
    if exists (select from ninelives.moves m where m.round = wanted and m.number = 0) then
        return;
    end if;
    delete from ninelives.moves m where m.round = wanted;
    get diagnostics done = row_count;
    if done <> n then
        raise exception 'this round has % moves, not %', done, n using errcode = 'NL003';
    end if;
    insert into ninelives.moves(round, number, at, mark, by, ask, line) values (wanted, 0, 0, sum, 'z', '', packed);
end $$;

-- Throws a finished round away; its table stays.
create or replace function ninelives.drop_round(wanted bigint) returns void language sql as $$
    delete from ninelives.moves m where m.round = wanted
        and exists (select from ninelives.rounds r where r.key = wanted and r.tail is not null);
    delete from ninelives.rounds r where r.key = wanted and r.tail is not null
$$;
