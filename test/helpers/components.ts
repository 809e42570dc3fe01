// Components that developers add to pages, written as the frameworks document them.
import type { Framework } from '../../schemas/sparkpage.ts'

/** By framework; the elements with `data-primary` are its primary buttons. */
export const components: Readonly<Partial<Record<Framework, string>>> = {
  bootstrap: `
<div class="container">
  <div class="row"><div class="col-sm-8">Eight</div><div class="col-sm-4">Four</div></div>
  <div class="card" style="width: 18rem">
    <div class="card-header">Featured</div>
    <div class="card-body">
      <h5 class="card-title">Title</h5>
      <h6 class="card-subtitle mb-2 text-body-secondary">Subtitle</h6>
      <p class="card-text">A text.</p>
      <a href="#" class="btn btn-primary" data-primary>Go</a> <a href="#" class="card-link">Link</a>
    </div>
  </div>
  <form>
    <label for="mail" class="form-label">Address</label>
    <input type="email" class="form-control" id="mail">
    <div class="form-text">We never share it.</div>
    <div class="form-check"><input class="form-check-input" type="checkbox" id="yes"><label class="form-check-label" for="yes">Yes</label></div>
    <select class="form-select"><option>One</option></select>
    <button type="submit" class="btn btn-primary btn-lg" data-primary>Submit</button>
    <button type="button" class="btn btn-outline-secondary">Cancel</button>
  </form>
  <p class="lead">A lead.</p>
  <div class="alert alert-primary" role="alert">An alert with <a href="#" class="alert-link">a link</a>.</div>
  <div class="alert alert-danger" role="alert">Danger</div>
  <nav class="navbar navbar-expand"><a class="navbar-brand" href="#">Brand</a><ul class="navbar-nav"><li class="nav-item"><a class="nav-link active" href="#">Home</a></li></ul></nav>
  <ul class="nav nav-pills"><li class="nav-item"><a class="nav-link active" data-primary href="#">Active</a></li></ul>
  <ul class="list-group"><li class="list-group-item active" data-primary>One</li><li class="list-group-item">Two</li></ul>
  <span class="badge text-bg-primary" data-primary>New</span>
  <div class="progress"><div class="progress-bar" data-primary style="width: 25%">25%</div></div>
  <table class="table"><thead><tr><th>#</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
</div>`,
  bulma: `
<div class="columns"><div class="column">First</div><div class="column is-3">Second</div></div>
<div class="card">
  <header class="card-header"><p class="card-header-title">Component</p></header>
  <div class="card-content">
    <p class="title is-4">Title</p><p class="subtitle is-6">Subtitle</p>
    <div class="content"><p>A text with <a href="#">a link</a>.</p></div>
  </div>
  <footer class="card-footer"><a href="#" class="card-footer-item">Save</a></footer>
</div>
<div class="field"><label class="label" for="name">Name</label><div class="control"><input class="input" id="name" placeholder="Text"></div><p class="help">Help</p></div>
<div class="field"><div class="control"><div class="select"><select><option>One</option></select></div></div></div>
<div class="field is-grouped">
  <div class="control"><button class="button is-primary" data-primary>Go</button></div>
  <div class="control"><button class="button is-link" data-primary>Link</button></div>
  <div class="control"><button class="button">Plain</button></div>
</div>
<div class="notification"><button class="delete"></button>A notification.</div>
<div class="notification is-primary" data-primary>A notification.</div>
<article class="message"><div class="message-header"><p>Header</p></div><div class="message-body">Body</div></article>
<div class="box">A box.</div>
<span class="tag is-primary" data-primary>Tag</span>
<div class="grid"><div class="cell">1</div><div class="cell">2</div></div>
<nav class="navbar"><div class="navbar-brand"><a class="navbar-item" href="#">Brand</a></div></nav>`,
  pico: `
<div class="container">
  <article><header>Header</header>Body<footer>Footer</footer></article>
  <div class="grid"><div>1</div><div>2</div><div>3</div></div>
  <form>
    <label>Name<input name="name" placeholder="Name"></label>
    <label>Address<input type="email"><small>We never share it.</small></label>
    <select><option>One</option></select>
    <label><input type="checkbox"> Yes</label>
    <input type="submit" value="Subscribe" data-primary>
    <button class="secondary">Secondary</button> <button class="outline">Outline</button>
  </form>
  <a href="#" role="button" data-primary>Go</a>
  <details><summary>Accordion</summary><p>A text.</p></details>
  <table><thead><tr><th>A</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>
  <figure><figcaption>A caption</figcaption></figure>
  <nav><ul><li><strong>Brand</strong></li></ul><ul><li><a href="#">About</a></li></ul></nav>
</div>`,
  'open-props': `
<div style="padding: var(--size-5); border-radius: var(--radius-3); box-shadow: var(--shadow-3); background: var(--surface-2); color: var(--text-1); font-size: var(--font-size-3)">Card</div>
<div style="background: var(--gradient-5); color: var(--indigo-9); border: var(--border-size-1) solid var(--gray-4)">Tokens</div>
<button>Button</button>
<h3>Heading</h3>
<p>A text with <a href="#">a link</a> and <code>code</code>.</p>
<blockquote>A quotation.</blockquote>`,
}
